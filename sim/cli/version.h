/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VHOSTSIM_VERSION_H
#define VHOSTSIM_VERSION_H

#define VHOSTSIM_VERSION "0.1.0"

#endif
