/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "netif.h"

#include <arpa/inet.h>
#include <linux/bpf.h>
#include <linux/if_link.h>
#include <net/if.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "die.h"

static struct ifreq request(const char *name)
{
	struct ifreq r;

	memset(&r, 0, sizeof(r));
	strncpy(r.ifr_name, name, sizeof(r.ifr_name) - 1);
	return r;
}

static void ask(unsigned long what, struct ifreq *r, const char *words)
{
	int s = socket(AF_INET, SOCK_DGRAM, 0);

	if (s < 0 || ioctl(s, what, r) < 0)
		die("%s: %s", r->ifr_name, words);
	close(s);
}

void netif_up(const char *name, int tx_queue_len)
{
	struct ifreq r = request(name);

	r.ifr_qlen = tx_queue_len;
	ask(SIOCSIFTXQLEN, &r, "setting the length of its queue");
	ask(SIOCGIFFLAGS, &r, "reading its flags");
	r.ifr_flags |= IFF_UP | IFF_PROMISC;
	ask(SIOCSIFFLAGS, &r, "setting it up");
}

static void set_in(struct ifreq *r, const char *ip)
{
	struct sockaddr_in a = { .sin_family = AF_INET };

	inet_pton(AF_INET, ip, &a.sin_addr);
	memcpy(&r->ifr_addr, &a, sizeof(a));
}

void netif_address(const char *name, const char *ip)
{
	struct ifreq r = request(name);

	set_in(&r, ip);
	ask(SIOCSIFADDR, &r, "setting its address");
	set_in(&r, "255.255.255.0");
	ask(SIOCSIFNETMASK, &r, "setting its netmask");
}

void netif_mac(const char *name, uint8_t mac[6])
{
	struct ifreq r = request(name);

	ask(SIOCGIFHWADDR, &r, "reading its hardware address");
	memcpy(mac, r.ifr_hwaddr.sa_data, 6);
}

int netif_index(const char *name)
{
	unsigned int index = if_nametoindex(name);

	if (!index)
		die("%s", name);
	return (int)index;
}

static int bpf(enum bpf_cmd cmd, union bpf_attr *attr)
{
	return (int)syscall(__NR_bpf, cmd, attr, sizeof(*attr));
}

static int load_drop(void)
{
	const struct bpf_insn program[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .imm = XDP_DROP },
		{ .code = BPF_JMP | BPF_EXIT },
	};
	union bpf_attr attr;

	memset(&attr, 0, sizeof(attr));
	attr.prog_type = BPF_PROG_TYPE_XDP;
	attr.insns = (uintptr_t)program;
	attr.insn_cnt = sizeof(program) / sizeof(*program);
	attr.license = (uintptr_t) "GPL";
	return bpf(BPF_PROG_LOAD, &attr);
}

int netif_xdp_drop(const char *name)
{
	union bpf_attr attr;
	int program = load_drop();
	int link;

	if (program < 0)
		die("loading the XDP program");
	memset(&attr, 0, sizeof(attr));
	attr.link_create.prog_fd = (uint32_t)program;
	attr.link_create.target_ifindex = (uint32_t)netif_index(name);
	attr.link_create.attach_type = BPF_XDP;
	attr.link_create.flags = XDP_FLAGS_DRV_MODE;
	link = bpf(BPF_LINK_CREATE, &attr);
	if (link < 0)
		die("%s: attaching the XDP program", name);
	close(program);
	return link;
}
