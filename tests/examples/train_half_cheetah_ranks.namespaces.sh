# Four machines, as network namespaces with a bridge between them, where the kernel can with 1 ms of delay and 1 % of packets
# lost. A rank is killed on one of them, LOCKSTEP_KILLS times (2): it is named with its host, and the training goes on from its
# checkpoint, with the bits of one process.
. "$(dirname "$0")/ranks.sh"

id=$(($$ % 250))
trial=ls${id}t
if [ "$(id -u)" != 0 ] || ! command -v ip tc >/dev/null || ! ip netns add $trial 2>/dev/null; then
    reason="no network namespaces; they take root and Debian's iproute2"
    [ -z "${LOCKSTEP_REQUIRE_NAMESPACES:-}" ] || fail "$reason"
    echo "skipped: $reason"
    exit 77
fi
ip netns del $trial

job=
clean_up() {
    [ -z "$job" ] || kill -9 $job 2>/dev/null || true
    for i in 1 2 3 4; do
        ip netns del ls${id}n$i 2>/dev/null || true
    done
    ip link del ls${id}b 2>/dev/null || true
    rm -rf "$folder"
}
trap clean_up EXIT

ip link add ls${id}b type bridge
ip addr add 10.77.$id.254/24 dev ls${id}b
ip link set ls${id}b up
hosts=
line="without delay and loss, for which the kernel has no netem"
for i in 1 2 3 4; do
    ip netns add ls${id}n$i
    ip link add ls${id}v$i type veth peer name eth0 netns ls${id}n$i
    ip link set ls${id}v$i master ls${id}b up
    ip -n ls${id}n$i addr add 10.77.$id.$i/24 dev eth0
    ip -n ls${id}n$i link set eth0 up
    ip -n ls${id}n$i link set lo up
    if tc -n ls${id}n$i qdisc add dev eth0 root netem delay 1ms loss 1% 2>/dev/null; then
        line="with 1 ms of delay and 1 % loss"
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
