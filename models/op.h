/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * op.h - the operations on which cycles are spent.
 *
 * One line each: enumerator, name in machine files, kernel symbol and module as perf
 * report prints them, what one execution covers. Several operations may carry the same
 * symbol: a report adds them up. The tx and rx variants of one symbol differ because
 * the two base profiles of the descriptor-batching thread measured them apart.
 */
#ifndef VHOSTSIM_OP_H
#define VHOSTSIM_OP_H

#define OP_KERNEL "kernel.vmlinux"

/* X(enumerator, name, symbol, module, help) */
#define OPS_TX(X)                                                                        \
	X(OP_TX_RUN, "tx.handle_tx", "handle_tx", "vhost_net",                           \
	  "entry and exit of one run")                                                   \
	X(OP_TX_COPY_USER, "tx.copy_user_generic_unrolled",                              \
	  "copy_user_generic_unrolled", OP_KERNEL,                                       \
	  "short user copies of a packet: descriptor, virtio-net header")                \
	X(OP_TX_COPY_PAGE, "tx.copy_page_from_iter", "copy_page_from_iter", OP_KERNEL,   \
	  "a packet's data into an XDP buffer")                                          \
	X(OP_TX_COPY64, "tx.copy_64_bytes", "copy_page_from_iter", OP_KERNEL,            \
	  "64 bytes more of a packet's data")                                            \
	X(OP_TX_HANDLE, "tx.handle_tx_copy", "handle_tx_copy", "vhost_net",              \
	  "a packet in the loop, vhost_net_build_xdp inlined")                           \
	X(OP_TX_FETCH, "tx.fetch_desc", "vhost_get_vq_desc", "vhost",                    \
	  "a descriptor out of the ring")                                                \
	X(OP_TX_GET, "tx.vhost_get_vq_desc", "vhost_get_vq_desc", "vhost",               \
	  "a descriptor into an iovec")                                                  \
	X(OP_TX_XLATE, "tx.translate_desc", "translate_desc", "vhost",                   \
	  "guest address to user address")                                               \
	X(OP_TX_COPY_ERMS, "tx.copy_user_enhanced_fast_string",                          \
	  "copy_user_enhanced_fast_string", OP_KERNEL,                                   \
	  "user copies of 64 bytes and more")                                            \
	X(OP_TX_TUN, "tx.tun_sendmsg", "tun_sendmsg", "tun", "a buffer of a submission") \
	X(OP_TX_BUFS, "tx.get_tx_bufs", "get_tx_bufs", "vhost_net", "a packet")          \
	X(OP_TX_SEARCH, "tx.vhost_iotlb_itree_subtree_search",                           \
	  "vhost_iotlb_itree_subtree_search", "vhost_iotlb", "a look-up")                \
	X(OP_TX_FIRST, "tx.vhost_iotlb_itree_first", "vhost_iotlb_itree_first",          \
	  "vhost_iotlb", "a look-up")                                                    \
	X(OP_TX_ITER, "tx.iov_iter_advance", "iov_iter_advance", OP_KERNEL, "a packet")  \
	X(OP_TX_XDP, "tx.tun_xdp_act", "tun_xdp_act", "tun", "the verdict on a buffer")  \
	X(OP_TX_NETIF, "tx.__netif_receive_skb_core", "__netif_receive_skb_core",        \
	  OP_KERNEL, "other packets' softirq in the thread's time, per packet")          \
	X(OP_TX_FREE, "tx.kmem_cache_free", "kmem_cache_free", OP_KERNEL, "as above")    \
	X(OP_TX_DISSECT, "tx.__skb_flow_dissect", "__skb_flow_dissect", OP_KERNEL,       \
	  "as above")                                                                    \
	X(OP_TX_WEIGHT, "tx.vhost_exceeds_weight", "vhost_exceeds_weight", "vhost",      \
	  "a packet")                                                                    \
	X(OP_TX_COPYIN, "tx.copyin", "copyin", OP_KERNEL, "a packet")                    \
	X(OP_TX_REST, "tx.unlisted", "[unlisted]", OP_KERNEL,                            \
	  "what the profile does not list, per packet")                                  \
	X(OP_TX_BATCH, "tx.vhost_tx_batch", "vhost_tx_batch", "vhost_net",               \
	  "one submission: sendmsg call chain, used entries and index")                  \
	X(OP_TX_USED, "tx.vhost_add_used_n", "vhost_add_used_n", "vhost",                \
	  "waiting until used entries and index are written")                            \
	X(OP_TX_SIGNAL, "tx.vhost_signal", "vhost_signal", "vhost",                      \
	  "does the driver want to be told? (once a submission)")

#define OPS_RX(X)                                                                        \
	X(OP_RX_RUN, "rx.handle_rx_run", "handle_rx", "vhost_net",                       \
	  "entry and exit of one run")                                                   \
	X(OP_RX_COPY_USER, "rx.copy_user_generic_unrolled",                              \
	  "copy_user_generic_unrolled", OP_KERNEL,                                       \
	  "short user copies of a packet: descriptor, virtio-net header")                \
	X(OP_RX_RESTART, "rx.fetch_restart", "copy_user_generic_unrolled", OP_KERNEL,    \
	  "extra cost of the first descriptor read in a pass")                           \
	X(OP_RX_TUN_READ, "rx.tun_do_read", "tun_do_read", "tun", "a packet")            \
	X(OP_RX_PEEK, "rx.vhost_net_buf_peek", "vhost_net_buf_peek", "vhost_net",        \
	  "length of the next packet")                                                   \
	X(OP_RX_REFILL, "rx.vhost_net_buf_produce", "vhost_net_buf_peek", "vhost_net",   \
	  "one visit to the tap's ring with its lock")                                   \
	X(OP_RX_COPY_ITER, "rx._copy_to_iter", "_copy_to_iter", OP_KERNEL, "a packet")   \
	X(OP_RX_COPY64, "rx.copy_64_bytes", "_copy_to_iter", OP_KERNEL,                  \
	  "64 bytes more of a packet's data")                                            \
	X(OP_RX_HANDLE, "rx.handle_rx", "handle_rx", "vhost_net",                        \
	  "a packet in the loop")                                                        \
	X(OP_RX_FETCH, "rx.fetch_desc", "vhost_get_vq_desc", "vhost",                    \
	  "a descriptor out of the ring")                                                \
	X(OP_RX_GET, "rx.vhost_get_vq_desc", "vhost_get_vq_desc", "vhost",               \
	  "a descriptor into an iovec")                                                  \
	X(OP_RX_CHECK, "rx.__check_object_size", "__check_object_size", OP_KERNEL,       \
	  "a packet")                                                                    \
	X(OP_RX_FREE, "rx.kmem_cache_free", "kmem_cache_free", OP_KERNEL, "a packet")    \
	X(OP_RX_ITER, "rx.iov_iter_advance", "iov_iter_advance", OP_KERNEL, "a packet")  \
	X(OP_RX_XLATE, "rx.translate_desc", "translate_desc", "vhost",                   \
	  "guest address to user address")                                               \
	X(OP_RX_VIRT, "rx.__virt_addr_valid", "__virt_addr_valid", OP_KERNEL,            \
	  "a packet")                                                                    \
	X(OP_RX_SLAB, "rx.__slab_free", "__slab_free", OP_KERNEL, "a packet")            \
	X(OP_RX_RECVMSG, "rx.tun_recvmsg", "tun_recvmsg", "tun", "a packet")             \
	X(OP_RX_COPY_ERMS, "rx.copy_user_enhanced_fast_string",                          \
	  "copy_user_enhanced_fast_string", OP_KERNEL,                                   \
	  "user copies of 64 bytes and more")                                            \
	X(OP_RX_SEARCH, "rx.vhost_iotlb_itree_subtree_search",                           \
	  "vhost_iotlb_itree_subtree_search", "vhost_iotlb", "a look-up")                \
	X(OP_RX_DATAGRAM, "rx.__skb_datagram_iter", "__skb_datagram_iter", OP_KERNEL,    \
	  "a packet")                                                                    \
	X(OP_RX_PAGE_FRAG, "rx.page_frag_free", "page_frag_free", OP_KERNEL, "a packet") \
	X(OP_RX_RELEASE, "rx.skb_release_data", "skb_release_data", OP_KERNEL,           \
	  "a packet")                                                                    \
	X(OP_RX_COPY_DGRAM, "rx.skb_copy_datagram_iter", "skb_copy_datagram_iter",       \
	  OP_KERNEL, "a packet")                                                         \
	X(OP_RX_SIMPLE, "rx.simple_copy_to_iter", "simple_copy_to_iter", OP_KERNEL,      \
	  "a packet")                                                                    \
	X(OP_RX_PAGES, "rx.__free_pages_ok", "__free_pages_ok", OP_KERNEL, "a packet")   \
	X(OP_RX_HEAD, "rx.skb_release_head_state", "skb_release_head_state", OP_KERNEL,  \
	  "a packet")                                                                    \
	X(OP_RX_WEIGHT, "rx.vhost_exceeds_weight", "vhost_exceeds_weight", "vhost",      \
	  "a packet")                                                                    \
	X(OP_RX_CONSUME, "rx.consume_skb", "consume_skb", OP_KERNEL, "a packet")         \
	X(OP_RX_FIRST, "rx.vhost_iotlb_itree_first", "vhost_iotlb_itree_first",          \
	  "vhost_iotlb", "a look-up")                                                    \
	X(OP_RX_REST, "rx.unlisted", "[unlisted]", OP_KERNEL,                            \
	  "what the profile does not list, per packet")                                  \
	X(OP_RX_FLUSH, "rx.vhost_net_signal_used", "vhost_add_used_and_signal_n",        \
	  "vhost", "one batch of used entries")                                          \
	X(OP_RX_USED, "rx.vhost_add_used_n", "vhost_add_used_n", "vhost",                \
	  "waiting until used entries and index are written")                            \
	X(OP_RX_SIGNAL, "rx.vhost_signal", "vhost_signal", "vhost",                      \
	  "does the driver want to be told? (once a batch)")

#define OPS_SERIES(X)                                                                  \
	X(OP_FETCH_BUF, "vhost.fetch_buf", "fetch_buf", "vhost",                       \
	  "a descriptor out of the ring, in the batched loop")                         \
	X(OP_DESC_STORE, "vhost.desc_store", "fetch_buf", "vhost",                     \
	  "a descriptor into the private array")                                       \
	X(OP_DESC_RELOAD, "vhost.desc_reload", "vhost_get_vq_desc", "vhost",           \
	  "a descriptor out of the private array")                                     \
	X(OP_BUF_API, "vhost.vhost_put_used_n_bufs", "vhost_put_used_n_bufs", "vhost", \
	  "a vhost_buf kept and turned into a used entry")

#define OPS_WORKER(X)                                                                    \
	X(OP_WORKER, "vhost.vhost_worker", "vhost_worker", "vhost", "a work item taken") \
	X(OP_ENABLE_NOTIFY, "vhost.vhost_enable_notify", "vhost_enable_notify", "vhost", \
	  "ask for a kick and look again")                                               \
	X(OP_DISABLE_NOTIFY, "vhost.vhost_disable_notify", "vhost_disable_notify",       \
	  "vhost", "take the wish for a kick back")                                      \
	X(OP_CALL, "vhost.eventfd_signal", "eventfd_signal", OP_KERNEL,                  \
	  "an interrupt to the driver")

#define OPS_ZEROCOPY(X)                                                              \
	X(OP_ZTX_HANDLE, "zerocopy.handle_tx", "handle_tx", "vhost_net",             \
	  "a packet in the loop that sends one by one, descriptor included")         \
	X(OP_ZTX_COPY, "zerocopy.copy_from_iter", "tun_get_user", "tun",             \
	  "an skb made and a packet copied into it")                                 \
	X(OP_ZTX_COPY64, "zerocopy.copy_64_bytes", "copy_user_enhanced_fast_string", \
	  OP_KERNEL, "64 bytes more of a packet copied")                             \
	X(OP_ZTX_PIN, "zerocopy.zerocopy_sg_from_iter", "zerocopy_sg_from_iter",     \
	  OP_KERNEL, "an skb made, the guest's page pinned and later released")      \
	X(OP_ZTX_NETIF, "zerocopy.netif_receive_skb", "netif_receive_skb_internal",  \
	  OP_KERNEL, "tc, and IP and UDP up to the socket, or netem's queue")        \
	X(OP_ZTX_USED, "zerocopy.vhost_add_used_and_signal",                         \
	  "vhost_add_used_and_signal_n", "vhost",                                    \
	  "used entries written, does the driver want to be told?")                  \
	X(OP_ZTX_RELEASE, "zerocopy.vhost_zerocopy_signal_used",                     \
	  "vhost_zerocopy_signal_used", "vhost_net", "a slot given back")

#define OPS_HOST(X)                                                             \
	X(OP_NETEM_DEQUEUE, "host.netem_dequeue", "netem_dequeue", "sch_netem", \
	  "timer, a packet off netem and up to its socket")                     \
	X(OP_UDP_RECVMSG, "host.udp_recvmsg", "udp_recvmsg", OP_KERNEL,         \
	  "a datagram received by a process, its buffer freed")                 \
	X(OP_COPY_UBUFS, "host.skb_copy_ubufs", "skb_copy_ubufs", OP_KERNEL,    \
	  "the late copy of a packet that was sent without one")

#define OPS_GUEST(X)                                                                     \
	X(OP_GUEST_IRQ, "guest.skb_xmit_done", "skb_xmit_done", "virtio_net",            \
	  "an interrupt: exit, injection, handler")                                      \
	X(OP_GUEST_TIMER, "guest.hrtimer_interrupt", "hrtimer_interrupt",                \
	  "guest.vmlinux", "a timer interrupt")                                          \
	X(OP_GUEST_HALT, "guest.kvm_vcpu_halt", "kvm_vcpu_halt", "kvm",                  \
	  "hlt exit, and the way to sleep")                                              \
	X(OP_GUEST_WAKE, "guest.hrtimer_wakeup", "schedule", "guest.vmlinux",            \
	  "a thread woken and switched to, back to user space")                          \
	X(OP_GUEST_NANOSLEEP, "guest.do_nanosleep", "do_nanosleep", "guest.vmlinux",     \
	  "a thread sets its timer and leaves the processor")                            \
	X(OP_GUEST_SENDMSG, "guest.udp_sendmsg", "udp_sendmsg", "guest.vmlinux",         \
	  "a datagram from the system call to the interface's queue")                    \
	X(OP_GUEST_EAGAIN, "guest.sock_alloc_send_pskb", "sock_alloc_send_pskb",         \
	  "guest.vmlinux", "a send that finds no room")                                  \
	X(OP_GUEST_XMIT, "guest.start_xmit", "start_xmit", "virtio_net",                 \
	  "a packet into the ring")                                                      \
	X(OP_GUEST_FREE, "guest.free_old_xmit_skbs", "free_old_xmit_skbs", "virtio_net", \
	  "a used buffer freed")                                                         \
	X(OP_GUEST_KICK, "guest.ioeventfd_write", "ioeventfd_write", "kvm",              \
	  "exit, eventfd signalled, vhost's work queued")                                \
	X(OP_GUEST_POLL_TX, "guest.virtnet_poll_tx", "virtnet_poll_tx", "virtio_net",    \
	  "a NAPI poll, or a watchdog's look")

#define OPS_APPS(X)                                                                      \
	X(OP_PMD_BUILD, "testpmd.pkt_burst_prepare", "pkt_burst_prepare",                \
	  "dpdk-testpmd", "txonly makes one packet")                                     \
	X(OP_PMD_FREE, "testpmd.rte_pktmbuf_free", "rte_pktmbuf_free", "dpdk-testpmd",   \
	  "a packet given back")                                                         \
	X(OP_PMD_TX_BURST, "testpmd.virtio_xmit_pkts", "virtio_xmit_pkts",               \
	  "dpdk-testpmd", "a burst, whatever its size")                                  \
	X(OP_PMD_XMIT, "testpmd.virtqueue_enqueue_xmit", "virtqueue_enqueue_xmit",       \
	  "dpdk-testpmd", "a packet reclaimed and one enqueued")                         \
	X(OP_PMD_POLL, "testpmd.virtio_recv_pkts", "virtio_recv_pkts", "dpdk-testpmd",   \
	  "a look at the used index")                                                    \
	X(OP_PMD_DEQUEUE, "testpmd.virtqueue_dequeue_burst_rx",                          \
	  "virtqueue_dequeue_burst_rx", "dpdk-testpmd", "a packet received")             \
	X(OP_PMD_REFILL, "testpmd.virtqueue_enqueue_recv_refill",                        \
	  "virtqueue_enqueue_recv_refill", "dpdk-testpmd", "a buffer posted")            \
	X(OP_PMD_KICK, "testpmd.virtio_user_notify_queue", "virtio_user_notify_queue",   \
	  "dpdk-testpmd", "eventfd written, vhost work queued")                          \
	X(OP_PMD_IDLE, "testpmd.wait", "run_pkt_fwd_on_lcore", "dpdk-testpmd",           \
	  "a turn of the loop with nothing due")                                         \
	X(OP_PKTGEN_BUILD, "pktgen.fill_packet", "fill_packet", "pktgen", "an skb made") \
	X(OP_PKTGEN_CLONE, "pktgen.clone", "pktgen_xmit", "pktgen",                      \
	  "an skb sent once more")                                                       \
	X(OP_TUN_XMIT, "pktgen.tun_net_xmit", "tun_net_xmit", "tun",                     \
	  "a packet into the ring")                                                      \
	X(OP_TUN_DROP, "pktgen.kfree_skb", "kfree_skb", OP_KERNEL,                       \
	  "a packet dropped at a full ring")                                             \
	X(OP_PKTGEN_WAKE, "pktgen.vhost_poll_wakeup", "vhost_poll_wakeup", "vhost",      \
	  "vhost woken from the tap's wait queue")

#define OPS(X)    \
	OPS_TX(X) \
	OPS_RX(X) \
	OPS_SERIES(X) OPS_WORKER(X) OPS_APPS(X) OPS_ZEROCOPY(X) OPS_HOST(X) OPS_GUEST(X)

#define OP_ENUM(id, name, symbol, module, help) id,
enum op { OPS(OP_ENUM) OP_COUNT };
#undef OP_ENUM

#endif
