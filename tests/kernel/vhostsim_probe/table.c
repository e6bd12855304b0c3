// SPDX-License-Identifier: GPL-2.0-only
/*
 * The functions of the data path, Linux 5.15 to 6.12. Those that a compiler has inlined
 * or renamed are not found, which profile.json says.
 *
 * Timed from the start are those that are called for many packets at once.
 */
#include "probe.h"

#include <linux/kernel.h>
#include <linux/string.h>

#define POINT(function, of) .name = #function, .module = #of, .mode = PROBE_COUNT
#define TIMED(function, of) .name = #function, .module = #of, .mode = PROBE_TIME

struct probe_point probe_points[] = {
	{ TIMED(handle_tx, vhost_net) },
	{ TIMED(handle_rx, vhost_net) },
	{ POINT(handle_tx_kick, vhost_net) },
	{ POINT(handle_rx_kick, vhost_net) },
	{ POINT(handle_tx_net, vhost_net) },
	{ POINT(handle_rx_net, vhost_net) },
	{ POINT(handle_tx_copy, vhost_net) },
	{ POINT(handle_tx_zerocopy, vhost_net) },
	{ POINT(vhost_net_buf_peek, vhost_net) },
	{ POINT(vhost_zerocopy_callback, vhost_net), .until = "vhost_zerocopy_complete",
	  .arguments = probe_arguments_zerocopy_done, .size_name = "copied_after_all" },
	{ POINT(vhost_zerocopy_signal_used, vhost_net) },
	{ POINT(vhost_get_vq_desc, vhost) },
	{ POINT(translate_desc, vhost) },
	{ POINT(vhost_add_used_n, vhost), .arguments = probe_arguments_add_used_n,
	  .size_name = "buffers" },
	{ POINT(vhost_add_used_and_signal_n, vhost) },
	{ POINT(vhost_signal, vhost) },
	{ POINT(vhost_disable_notify, vhost) },
	{ POINT(vhost_enable_notify, vhost) },
	{ POINT(vhost_poll_wakeup, vhost), .arguments = probe_arguments_poll_wakeup,
	  .size_name = "kicks" },
	{ POINT(vhost_work_queue, vhost), .until = "vhost_worker_queue" },
	{ POINT(vhost_discard_vq_desc, vhost) },
	{ TIMED(tun_sendmsg, tun), .arguments = probe_arguments_sendmsg,
	  .size_name = "packets" },
	{ POINT(tun_get_user, tun), .arguments = probe_arguments_get_user,
	  .size_name = "zerocopy" },
	{ POINT(tun_recvmsg, tun) },
	{ POINT(tun_net_xmit, tun) },
	{ POINT(tun_xdp_act, tun) },
	{ POINT(eventfd_signal, kernel), .until = "eventfd_signal_mask",
	  .worker_only = true },
};
const unsigned int probe_point_count = ARRAY_SIZE(probe_points);

struct probe_point *probe_find(const char *name)
{
	unsigned int i;

	for (i = 0; i < probe_point_count; i++)
		if (!strcmp(probe_points[i].name, name))
			return &probe_points[i];
	return NULL;
}
