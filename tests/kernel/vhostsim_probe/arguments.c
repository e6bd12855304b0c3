// SPDX-License-Identifier: GPL-2.0-only
/* What is read out of the arguments of functions, as of Linux 5.15 to 6.12. */
#include "probe.h"

#include <linux/eventpoll.h>
#include <linux/if_tun.h>
#include <linux/ptrace.h>
#include <linux/socket.h>

/*
 * tun_sendmsg(sock, msghdr, len): vhost hands packets over in batches, by a control
 * message that says how many; a packet that comes alone has none, or that of zerocopy.
 */
void probe_arguments_sendmsg(struct probe_stat *s, struct pt_regs *regs)
{
	const struct msghdr *m = (void *)regs_get_kernel_argument(regs, 1);
	const struct tun_msg_ctl *ctl = m->msg_control;

	probe_add_size(s, ctl && ctl->type == TUN_MSG_PTR ? ctl->num : 1);
}

/* vhost_add_used_n(vq, heads, count) */
void probe_arguments_add_used_n(struct probe_stat *s, struct pt_regs *regs)
{
	probe_add_size(s, (unsigned int)regs_get_kernel_argument(regs, 2));
}

/* tun_get_user(tun, tfile, msg_control, ...): with msg_control pages are pinned */
void probe_arguments_get_user(struct probe_stat *s, struct pt_regs *regs)
{
	probe_add_size(s, regs_get_kernel_argument(regs, 2) != 0);
}

/* vhost_zerocopy_callback(skb, ubuf, success) */
void probe_arguments_zerocopy_done(struct probe_stat *s, struct pt_regs *regs)
{
	probe_add_size(s, !(u8)regs_get_kernel_argument(regs, 2));
}

/*
 * vhost_poll_wakeup(wait, mode, sync, key): an eventfd that is written to says EPOLLIN
 * and nothing else, the socket of a tap says more.
 */
void probe_arguments_poll_wakeup(struct probe_stat *s, struct pt_regs *regs)
{
	probe_add_size(s, regs_get_kernel_argument(regs, 3) ==
				  (__force unsigned long)EPOLLIN);
}
