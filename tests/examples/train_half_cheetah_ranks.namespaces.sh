# Four machines, as network namespaces, with 1 ms of delay and 1 % of packets lost between them: by netem, or by lossy_switch.py
# where the kernel has no netem. A rank is killed on one of them, LOCKSTEP_KILLS times (2): it is named with its host, and the
# training goes on from its checkpoint, with the bits of one process.
lossy_switch=$(realpath "$(dirname "$0")/lossy_switch.py")
. "$(dirname "$0")/ranks.sh"

id=$(($$ % 250))
trial=ls${id}t
if [ "$(id -u)" != 0 ] || ! command -v ip tc >/dev/null || ! ip netns add $trial 2>/dev/null; then
    reason="no network namespaces; they take root and Debian's iproute2"
    [ -z "${LOCKSTEP_REQUIRE_NAMESPACES:-}" ] || fail "$reason"
    echo "skipped: $reason"
    exit 77
fi
link=veth line="without delay and loss, for which the kernel has no netem"
if tc -n $trial qdisc add dev lo root netem delay 1ms loss 1% 2>/dev/null; then
    link=netem line="with 1 ms of delay and 1 % loss by netem"
elif command -v python3 >/dev/null && [ -e /dev/net/tun ]; then
    link=switch line="with 1 ms of delay and 1 % loss by lossy_switch.py"
fi
ip netns del $trial

job= switch=
clean_up() {
    kill -9 $job $switch 2>/dev/null || true
    for i in 1 2 3 4; do
        ip netns del ls${id}n$i 2>/dev/null || true
    done
    ip link del ls${id}b 2>/dev/null || true
    rm -rf "$folder"
}
trap clean_up EXIT

# ls...b is this machine's own end of the network.
if [ $link = switch ]; then
    python3 "$lossy_switch" ls${id}{b,v1,v2,v3,v4} >switched 2>&1 &
    switch=$!
    disown $switch  # so that its end is not reported
    until grep --quiet ready switched; do
        kill -0 $switch 2>/dev/null || fail "$(cat switched)"
        sleep 0.05
    done
else
    ip link add ls${id}b type bridge
fi
ip addr add 10.77.$id.254/24 dev ls${id}b
ip link set ls${id}b up
hosts=
for i in 1 2 3 4; do
    ip netns add ls${id}n$i
    if [ $link = switch ]; then
        ip link set ls${id}v$i netns ls${id}n$i name eth0
    else
        ip link add ls${id}v$i type veth peer name eth0 netns ls${id}n$i
        ip link set ls${id}v$i master ls${id}b up
    fi
    ip -n ls${id}n$i addr add 10.77.$id.$i/24 dev eth0
    ip -n ls${id}n$i link set eth0 up
    ip -n ls${id}n$i link set lo up
    if [ $link = netem ]; then
        tc -n ls${id}n$i qdisc add dev eth0 root netem delay 1ms loss 1%
    fi
    hosts+=${hosts:+,}10.77.$id.$i
done
# In the place of ssh: HOST COMMAND...
cat >agent <<AGENT
#!/bin/bash
exec ip netns exec ls${id}n\${1##*.} unshare --uts bash -c "hostname \$1; \${*:2}"
AGENT
chmod +x agent
export OMPI_MCA_plm_rsh_agent=$folder/agent OMPI_MCA_plm_rsh_no_tree_spawn=1 OMPI_MCA_btl=self,tcp
export OMPI_MCA_oob_tcp_if_include=10.77.$id.0/24 OMPI_MCA_btl_tcp_if_include=10.77.$id.0/24
export MPIRUN="mpirun --host $hosts -wdir $folder"

options=(--environments 64 --horizon 16 --epochs 2 --minibatch 512 --seed 3 --steps 40960 --checkpoint_seconds 0)
"$example" "${options[@]}" --output undisturbed >out 2>err || fail "$(cat out err)"
for ((kills = 0; kills < ${LOCKSTEP_KILLS:-2}; ++kills)); do
    rm -rf killed.*
    "$restart" "4 2 1" killed "$example" "${options[@]}" >out 2>err &
    job=$!
    until [ -e killed.csv ] && [ "$(wc -l <killed.csv)" -gt 3 ]; do
        kill -0 $job 2>/dev/null || fail "it ended by itself: $(cat out err)"
        sleep 0.05
    done
    host=$((RANDOM % 4 + 1))
    for process in $(ip netns pids ls${id}n$host); do
        [ "$(readlink /proc/$process/exe)" != "$example" ] || kill -9 $process
    done
    wait $job || fail "it did not go on: $(cat out err)"
    says err "process rank $((host - 1)) with PID" "on node 10.77.$id.$host exited on signal 9 (Killed)"
    cmp undisturbed.policy killed.policy || fail "it learnt something else: $(cat err)"
done
echo "$kills of $kills killed trainings went on, $line"
