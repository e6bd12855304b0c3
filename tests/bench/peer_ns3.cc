/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * peer_ns3 - the same questions put to ns-3, for peers.sh.
 *
 *   peer_ns3 queue PENDING EVENTS    hold model of its default scheduler alone
 *   peer_ns3 engine PENDING EVENTS   the same through Simulator::Schedule() and Run()
 *   peer_ns3 udp PACKETS             UDP of 64 bytes over a point-to-point link
 *
 * Times are processor time of this process. Delays are those of bench.c: exponential,
 * drawn before the clock starts.
 */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <random>
#include <vector>

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/point-to-point-module.h"

using namespace ns3;

namespace
{

constexpr size_t DELAYS = 4096; // a power of two
constexpr double MEAN_DELAY = 1000;

class Delays
{
      public:
	Delays() : m_delay(DELAYS)
	{
		std::mt19937 random(1);
		std::exponential_distribution<double> exponential(1 / MEAN_DELAY);

		for (auto &d : m_delay)
			d = static_cast<uint32_t>(exponential(random)) + 1;
	}
	uint32_t Next()
	{
		return m_delay[m_next++ & (DELAYS - 1)];
	}

      private:
	std::vector<uint32_t> m_delay;
	size_t m_next = 0;
};

double CpuSeconds()
{
	timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return t.tv_sec + t.tv_nsec / 1e9;
}

/* The scheduler that Simulator takes when nobody asks for another. */
Ptr<Scheduler> DefaultScheduler()
{
	ObjectFactory factory;
	TypeIdValue type;

	GlobalValue::GetValueByName("SchedulerType", type);
	factory.SetTypeId(type.Get());
	return factory.Create<Scheduler>();
}

int BenchQueue(uint32_t pending, uint64_t events)
{
	Ptr<Scheduler> scheduler = DefaultScheduler();
	Delays delays;
	uint32_t uid = 0;
	double start;

	for (; uid < pending; uid++)
		scheduler->Insert({nullptr, {delays.Next(), uid, 0}});
	start = CpuSeconds();
	for (uint64_t i = 0; i < events; i++) {
		Scheduler::Event event = scheduler->RemoveNext();

		event.key.m_ts += delays.Next();
		event.key.m_uid = uid++;
		scheduler->Insert(event);
	}
	std::printf("ns %.3f\n", (CpuSeconds() - start) * 1e9 / events);
	return 0;
}

uint64_t g_left;
Delays *g_delays;

void Hold()
{
	if (g_left-- > 0)
		Simulator::Schedule(TimeStep(g_delays->Next()), &Hold);
	else
		Simulator::Stop();
}

int BenchEngine(uint32_t pending, uint64_t events)
{
	Delays delays;
	double start;

	g_delays = &delays;
	g_left = events;
	for (uint32_t i = 0; i < pending; i++)
		Simulator::Schedule(TimeStep(delays.Next()), &Hold);
	start = CpuSeconds();
	Simulator::Run();
	std::printf("ns %.3f\n", (CpuSeconds() - start) * 1e9 / events);
	Simulator::Destroy();
	return 0;
}

/* An Ethernet frame of 64 bytes has 18 of payload; packets go one after the other. */
int BenchUdp(uint32_t packets)
{
	NodeContainer nodes;
	PointToPointHelper link;
	InternetStackHelper stack;
	Ipv4AddressHelper addresses;
	UdpServerHelper server(9);
	double start, seconds;

	nodes.Create(2);
	link.SetDeviceAttribute("DataRate", StringValue("10Gbps"));
	link.SetChannelAttribute("Delay", StringValue("1us"));
	NetDeviceContainer devices = link.Install(nodes);
	stack.Install(nodes);
	addresses.SetBase("10.0.0.0", "255.255.255.0");
	Ipv4InterfaceContainer interfaces = addresses.Assign(devices);

	UdpClientHelper client(interfaces.GetAddress(1), 9);
	client.SetAttribute("MaxPackets", UintegerValue(packets));
	client.SetAttribute("Interval", TimeValue(NanoSeconds(286))); // 3.5 Mpps
	client.SetAttribute("PacketSize", UintegerValue(18));
	ApplicationContainer servers = server.Install(nodes.Get(1));
	client.Install(nodes.Get(0));

	start = CpuSeconds();
	Simulator::Run();
	seconds = CpuSeconds() - start;
	uint64_t received = server.GetServer()->GetReceived();
	std::printf("ns %.3f\npackets %llu\n", seconds * 1e9 / received,
		    static_cast<unsigned long long>(received));
	Simulator::Destroy();
	return received == packets ? 0 : 1;
}

} // namespace

int main(int argc, char **argv)
{
	const char *what = argc > 2 ? argv[1] : "";

	if (!std::strcmp(what, "queue") && argc == 4)
		return BenchQueue(std::atoi(argv[2]), std::atoll(argv[3]));
	if (!std::strcmp(what, "engine") && argc == 4)
		return BenchEngine(std::atoi(argv[2]), std::atoll(argv[3]));
	if (!std::strcmp(what, "udp") && argc == 3)
		return BenchUdp(std::atoi(argv[2]));
	std::fprintf(stderr, "usage: peer_ns3 queue|engine PENDING EVENTS\n"
			     "       peer_ns3 udp PACKETS\n");
	return 2;
}
