"""The attacks on the box, as a table: what is tried, and what must hold afterwards.

Attacks from inside are Python or shell, run one after the other in one box; each calls `through(...)` or prints
THROUGH if it got what it wanted. What only shows outside is looked at there, after all of them. Attacks that leave
something behind go through the front door, each in a folder of its own, and are looked at with the eyes of git.
"""
# ruff: noqa: E501 - an attack is one line, as it would be typed

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal[
    "reading",
    "writing",
    "environment",
    "processes",
    "sockets",
    "pipes",
    "devices",
    "terminal",
    "namespaces",
    "kernel",
    "rights",
    "links",
]


@dataclass(frozen=True, slots=True)
class Attack:
    """One attack from inside: some Python, or (`shell`) a command line."""

    name: str
    kind: Kind
    words: str
    shell: bool = False


def _python(kind: Kind, **attacks: str) -> list[Attack]:
    return [Attack(name, kind, words) for name, words in attacks.items()]


def _shell(kind: Kind, **attacks: str) -> list[Attack]:
    return [Attack(name, kind, words, shell=True) for name, words in attacks.items()]


_CALL = "call({0}) >= 0 and through('it was done')"

INSIDE: list[Attack] = [
    *_shell(
        "reading",
        key_by_cat="grep -q correct-horse $KEY && echo THROUGH",
        key_by_copy="cp $KEY k1 && echo THROUGH",
        key_by_link="ln -s $KEY l1; grep -q correct-horse l1 && echo THROUGH",
        key_by_hard_link="ln $KEY h1 && grep -q correct h1 && echo THROUGH",
        key_by_move="mv $KEY moved && echo THROUGH",
        key_by_proc_root="grep -qs correct /proc/1/root$KEY /proc/self/root$KEY && echo THROUGH",
        key_by_parents="grep -qs correct ../../../../../../../..$KEY && echo THROUGH",
        key_by_tar="tar cf - $OUT 2>/dev/null | grep -q correct-horse && echo THROUGH",
        passwords_of_the_machine="test -r /etc/shadow && grep -qs . /etc/shadow && echo THROUGH",
        home_of_root="ls -A ~root/.ssh ~root/.bashrc 2>/dev/null | grep -q . && echo THROUGH",
        listing_outside="ls $OUT 2>/dev/null | grep -q notes && echo THROUGH",
        memory_of_the_machine="head -c 1 /dev/mem /dev/kmem /proc/kcore 2>/dev/null | grep -q . && echo THROUGH",
        disks_of_the_machine="head -c 1 /dev/vda /dev/sda /dev/nvme0n1 2>/dev/null | grep -q . && echo THROUGH",
        symbols_of_the_kernel="awk '$1 !~ /^0*$/ {print \"THROUGH\"; exit}' /proc/kallsyms 2>/dev/null",
        runtime_folder="ls /run/user /run/dbus /var/run/docker.sock 2>/dev/null | grep -q . && echo THROUGH",
    ),
    *_python(
        "reading",
        key_by_sendfile="import os; os.sendfile(1, os.open(KEY, 0), 0, 9); through('sent')",
        key_by_handle_number="call(303, -100, KEY.encode(), buffer(256), buffer(8), 0) >= 0 and through('a handle')",
        key_by_opening_handles="call(304, -100, buffer(64), 0) >= 0 and through('opened')",
        key_by_openat2="call(437, -100, KEY.encode(), buffer(24), 24) >= 0 and through('opened')",
        names_by_watching="import os\nif call(294, 0) >= 0 and call(254, 3, OUT.encode(), 0x100) >= 0: through('watched')",
        attributes_outside="import os; os.getxattr(OUT + '/notes.txt', 'user.mark'); through('read')",
    ),
    *_shell(
        "writing",
        remove_outside="rm -f $OUT/notes.txt 2>/dev/null && test $LEVEL = landlock && echo THROUGH; rm -rf $OUT; :",
        truncate_outside="truncate -s 0 $OUT/notes.txt && echo THROUGH",
        append_outside="(echo x >> $OUT/notes.txt) 2>/dev/null && echo THROUGH",
        make_outside="(: > $OUT/new || mkdir $OUT/new2 || mkfifo $OUT/pipe2) 2>/dev/null && echo THROUGH",
        link_into_outside="ln attack.py $OUT/hard 2>/dev/null && echo THROUGH",
        rename_into_outside="echo x > mine; mv mine $OUT/ 2>/dev/null && echo THROUGH",
        write_by_link="ln -s $OUT way; (echo x > way/notes.txt) 2>/dev/null && echo THROUGH",
        write_the_system="(echo x > /usr/bin/evil || echo x > /etc/passwd || echo x > /bin/sh) 2>/dev/null && echo THROUGH",
        write_the_root="(mkdir /evil || : > /evil) 2>/dev/null && echo THROUGH",
        switches_of_the_kernel="(cat /proc/sys/kernel/core_pattern > /proc/sys/kernel/core_pattern) 2>/dev/null && echo THROUGH",
        trigger_of_the_kernel="(: > /proc/sysrq-trigger) 2>/dev/null && echo THROUGH",
        write_sys="find /sys -maxdepth 2 -type f -writable 2>/dev/null | grep -q . && echo THROUGH",
    ),
    *_python(
        "writing",
        permissions_by_path="import os; os.chmod(OUT + '/notes.txt', 0o777)",
        times_by_path="import os; os.utime(OUT + '/notes.txt', (1, 1))",
        owner_by_path="import os; os.chown(OUT + '/notes.txt', 65534, 65534)",
        permissions_of_the_python_by_handle="import os; os.fchmod(os.open('/usr/bin/env', 0), 0o777)\n"
        "if os.stat('/usr/bin/env').st_mode & 0o777 == 0o777: through('changed')",
        rename_exchange="call(316, -100, b'attack.py', -100, (OUT + '/notes.txt').encode(), 2) == 0 and through('swapped')",
        truncate_by_call="call(76, (OUT + '/notes.txt').encode(), 0) == 0 and through('cut')",
        splice_into="import os; os.splice(0, os.open(OUT + '/notes.txt', 1), 1); through('written')",
    ),
    *_shell(
        "environment",
        environment_of_ours="env | grep -q correct-horse && echo THROUGH",
        environment_by_proc="cat /proc/*/environ 2>/dev/null | grep -qa correct-horse && echo THROUGH",
        words_of_others="tr '\\0' ' ' < /proc/$PID/cmdline 2>/dev/null | grep -q '^/bin/sh' && echo THROUGH",
        handles_of_the_parent="ls /proc/$PPID/fd 2>/dev/null | grep -qx '[1-9][0-9]' && echo THROUGH",
        bash_startup="BASH_ENV=$KEY bash -c : 2>&1 | grep -q correct && echo THROUGH",
    ),
    *_python(
        "environment",
        inherited_handles="import os\nfor n in range(3, 256):\n  try: target = os.readlink(f'/proc/self/fd/{n}')\n"
        "  except OSError: continue\n  if OUT in target or 'memfd' in target: through(target)",
        auxiliary_name="import socket\nif socket.gethostname() != 'box' and LEVEL == 'bubblewrap': through('its name')",
    ),
    *_python(
        "processes",
        kill_by_number="import os; os.kill(PID, 9)",
        kill_everybody="import os, signal; signal.signal(15, signal.SIG_IGN); os.kill(-1, 0)\n"
        "if LEVEL == 'landlock': os.kill(PID, 0); through('reached')",
        kill_the_server="import os; os.kill(ME, 0)\nif LEVEL == 'landlock': through('reached')",
        signal_by_pidfd="import os, signal; signal.pidfd_send_signal(os.pidfd_open(PID), 0)\n"
        "if LEVEL == 'landlock': through('reached')",
        queue_a_signal="call(129, PID, 0, buffer(128)) == 0 and LEVEL == 'landlock' and through('queued')",
        trace=_CALL.format("101, 16, PID, 0, 0"),
        trace_oneself=_CALL.format("101, 0, 0, 0, 0"),
        read_memory=_CALL.format("310, PID, buffer(16), 1, buffer(16), 1, 0"),
        write_memory=_CALL.format("311, PID, buffer(16), 1, buffer(16), 1, 0"),
        memory_by_proc="open(f'/proc/{PID}/mem', 'rb').read(1); through('read')",
        steal_a_handle=_CALL.format("438, 3, 0, 0"),
        compare_processes=_CALL.format("312, PID, 1, 0, 0, 0"),
        advise_processes=_CALL.format("440, 3, buffer(16), 1, 4, 0"),
        slow_others_down="import os; os.setpriority(os.PRIO_PROCESS, ME, 19); LEVEL == 'landlock' and through('slowed')",
        slow_the_user_down="import os; os.setpriority(os.PRIO_USER, os.getuid(), 19); LEVEL == 'landlock' and through('slowed')",
        pin_others="import os; os.sched_setaffinity(ME, {0}); LEVEL == 'landlock' and through('pinned')",
        schedule_others="import os; os.sched_setscheduler(ME, 5, os.sched_param(0)); LEVEL == 'landlock' and through('idle')",
        disk_priority_of_others="call(251, 1, ME, 3 << 13) == 0 and LEVEL == 'landlock' and through('set')",
        limits_of_others="import resource; resource.prlimit(ME, resource.RLIMIT_NOFILE, (8, 8)); through('set')",
        move_pages=_CALL.format("256, PID, 64, buffer(16), buffer(16)"),
    ),
    *_python(
        "sockets",
        loopback_tcp="import socket; socket.create_connection(('127.0.0.1', PORT), 1); through('connected')",
        loopback_tcp6="import socket; socket.create_connection(('::1', PORT), 1); through('connected')",
        mapped_tcp="import socket; s = socket.socket(10); s.settimeout(1); s.connect(('::ffff:127.0.0.1', PORT)); through('in')",
        loopback_udp="import socket; socket.socket(2, 2).sendto(b'x', ('127.0.0.1', UDP))",
        unix_by_path="import socket; socket.socket(1).connect(SOCK); through('connected')",
        unix_datagram="import socket; socket.socket(1, 2).sendto(b'x', SOCK); through('sent')",
        unix_abstract="import socket; socket.socket(1).connect('\\0' + ABSTRACT); through('connected')",
        unix_of_the_project="import socket; socket.socket(1).connect('project.sock'); through('connected')",
        netlink="import socket; socket.socket(16, 3); through('made')",
        packets="import socket; socket.socket(17, 3); through('made')",
        raw="import socket; socket.socket(2, 3, 1); through('made')",
        vsock="import socket; socket.socket(40, 1); through('made')",
        bluetooth="import socket; socket.socket(31, 3, 1); through('made')",
        algorithms="import socket; socket.socket(38, 5); through('made')",
        tipc="import socket; socket.socket(30, 1); through('made')",
        tipc_pair=_CALL.format("53, 30, 1, 0, buffer(8)"),
        kernel_connection_multiplexer="import socket; socket.socket(41, 2); through('made')",
    ),
    *_shell("sockets", tcp_by_shell="(exec 3<>/dev/tcp/127.0.0.1/$PORT) 2>/dev/null && echo THROUGH"),
    *_python(
        "pipes",
        write_a_pipe_of_the_project="import os; os.write(os.open('project.pipe', os.O_WRONLY | os.O_NONBLOCK), b'x'); through('x')",
        open_a_pipe_to_read="import os; os.close(os.open('project.pipe', os.O_RDONLY | os.O_NONBLOCK)); through('opened')",
        remove_a_pipe="import os; os.unlink('project.pipe'); through('removed')",
        move_a_pipe="import os; os.rename('project.pipe', 'elsewhere'); through('moved')",
        pipe_outside="import os; os.open(OUT + '/pipe', os.O_WRONLY | os.O_NONBLOCK); through('opened')",
    ),
    *_python(
        "devices",
        make_a_device="import os; os.mknod('disk', 0o60666, os.makedev(252, 0)); through('made')",
        make_a_null="import os; os.mknod('null', 0o20666, os.makedev(1, 3)); open('null', 'w').write('x'); through('made')",
        permissions_of_null="import os; os.chmod('/dev/full', 0o600)",
        permissions_of_null_by_handle="import os; os.fchmod(os.open('/dev/full', 2), 0o600)",
        times_of_null="import os; os.utime('/dev/full', (1, 1))",
        owner_of_null="import os; os.chown('/dev/full', os.getuid(), os.getgid())",
        replace_null="import os; os.unlink('/dev/full'); through('removed')",
        rubbish_devices="import os\nfor n in ('kvm', 'fuse', 'loop0', 'net/tun', 'vhost-net', 'userfaultfd', 'dri/card0', 'input/event0'):\n"
        "  try: os.close(os.open('/dev/' + n, os.O_RDWR)); through(n)\n  except OSError: pass",
    ),
    *_python(
        "terminal",
        type_into_stdin="import fcntl; fcntl.ioctl(0, 0x5412, b'x'); through('typed')",
        type_into_tty="import fcntl, os; fcntl.ioctl(os.open('/dev/tty', 2), 0x5412, b'x'); through('typed')",
        type_with_rubbish_above="call(16, 0, 0x5412 | 1 << 32, b'x') == 0 and through('typed')",
        type_into_an_own_one="import fcntl, pty; fcntl.ioctl(pty.openpty()[1], 0x5412, b'x'); through('typed')",
        paste_by_console="call(16, 0, 0x541C, b'\\x03') == 0 and through('pasted')",
        hang_up=_CALL.format("153"),
        take_a_terminal="import os; os.open('/dev/pts/0', 2); LEVEL == 'landlock' and through('opened')",
    ),
    *_python(
        "namespaces",
        unshare_users=_CALL.format("272, 0x10000000"),
        unshare_mounts=_CALL.format("272, 0x20000"),
        unshare_network=_CALL.format("272, 0x40000000"),
        unshare_time=_CALL.format("272, 0x80"),
        clone_users="pid = call(56, 0x10000011, 0, 0, 0, 0)\nif pid == 0: leave()\nif pid > 0: through('made')",
        clone3="call(435, buffer(88), 88) >= 0 and through('made')",
        enter_namespace=_CALL.format("308, 3, 0"),
        mount_memory=_CALL.format("165, b'none', b'.', b'tmpfs', 0, 0"),
        mount_again=_CALL.format("165, b'none', b'/', 0, 4096 | 32, 0"),
        unmount=_CALL.format("166, b'/proc', 2"),
        change_root=_CALL.format("161, b'.'"),
        pivot=_CALL.format("155, b'.', b'.'"),
        open_tree=_CALL.format("428, -100, b'/', 1"),
        move_mount=_CALL.format("429, -100, b'.', -100, b'/tmp', 0"),
        new_file_system=_CALL.format("430, b'tmpfs', 0"),
        mount_attributes=_CALL.format("442, -100, b'/', 0, buffer(32), 32"),
    ),
    *_python(
        "kernel",
        x32="call(0x40000000 | 41, 2, 1, 0) >= 0 and through('made')",
        calls_of_the_future=_CALL.format("470, 0, 0"),
        io_uring=_CALL.format("425, 8, buffer(120)"),
        userfault=_CALL.format("323, 1"),
        bpf=_CALL.format("321, 5, buffer(72), 72"),
        performance=_CALL.format("298, buffer(112), 0, -1, -1, 0"),
        keys=_CALL.format("250, 0, -3, 1"),
        add_key=_CALL.format("248, b'user', b'a', b'b', 1, -3"),
        memory_file=_CALL.format("319, b'a', 0"),
        secret_memory=_CALL.format("447, 0"),
        load_module=_CALL.format("313, 0, b'', 0"),
        restart=_CALL.format("169, 0xfee1dead, 672274793, 0, 0"),
        new_kernel=_CALL.format("246, 0, 0, 0, 0"),
        swap=_CALL.format("167, b'attack.py', 0"),
        set_the_clock=_CALL.format("227, 0, buffer(16)"),
        name_of_the_machine=_CALL.format("170, b'evil', 4"),
        log_of_the_kernel=_CALL.format("103, 3, buffer(64), 64"),
        ports=_CALL.format("172, 3"),
        segments=_CALL.format("154, 1, buffer(16), 16"),
        accounting=_CALL.format("163, b'attack.py'"),
        notify_files=_CALL.format("300, 0, 0"),
        large_shared_segment="call(29, 0, 1 << 30, 0o1600) >= 0 and through('made')",
        marks_of_files="import fcntl, os; fcntl.ioctl(os.open('attack.py', 0), 0x40086602, buffer(8)); through('set')",
    ),
    *_python(
        "rights",
        setuid_by_chmod="import os; open('s1', 'w'); os.chmod('s1', 0o4755)",
        setuid_by_handle="import os; h = os.open('s2', 0o101, 0o755); os.fchmod(h, 0o6755)",
        setuid_by_making="import os; os.close(os.open('s3', 0o101, 0o4755))",
        setuid_by_node="import os; os.mknod('s4', 0o104755)",
        setuid_by_temporary="import os; h = os.open('.', 0o20200001, 0o4755); call(265, -100, f'/proc/self/fd/{h}'.encode(), -100, b's5', 0x400)",
        setuid_by_new_call="import os; open('s6', 'w'); call(452, -100, b's6', 0o4755, 0)",
        setgid_folder="import os; os.mkdir('s7'); os.chmod('s7', 0o2777)",
        capability="import os; open('s8', 'w'); os.setxattr('s8', 'security.capability', bytes.fromhex('0100000200200000000000000000000000000000')); through('set')",
        list_of_access="import os; open('s9', 'w'); os.setxattr('s9', 'system.posix_acl_access', b'\\2\\0\\0\\0'); through('set')",
        own_attribute="import os; open('s10', 'w'); os.setxattr('s10', 'user.x', b'1'); through('set')",
        become_root="import os; os.setuid(0); through('root')",
        groups="import os; os.setgroups([0]); through('set')",
        setuid_program="import os, subprocess\nfor p in ('/usr/bin/su', '/usr/bin/mount', '/usr/bin/passwd', '/usr/bin/sudo'):\n"
        "  if os.path.exists(p): subprocess.run([p], stdin=-3, capture_output=True, timeout=2)\n"
        "if 'NoNewPrivs:\\t1' not in status(): through('new rights')",
        rights_left="if int(status().split('CapEff:\\t')[1].split()[0], 16): through('capabilities')",
    ),
    *_python(
        "links",
        link_to_outside="import os; os.symlink(OUT, 'planted'); os.listdir('planted'); through('followed')",
        hard_link_to_outside="import os; os.link(OUT + '/notes.txt', 'double'); through('linked')",
        race_of_links="import os, time\nend = time.monotonic() + 0.3\nwhile time.monotonic() < end:\n  for to in ('.', OUT):\n"
        "    try: os.unlink('turn')\n    except OSError: pass\n    os.symlink(to, 'turn')\n"
        "    try: open('turn/race', 'w')\n    except OSError: pass",
    ),
]
"""Everything that is tried from inside, in one box."""

DRIVER = """
import ctypes, json, os, signal, subprocess, sys
given = json.load(open("attacks.json"))
globals().update(given["names"])
libc = ctypes.CDLL(None, use_errno=True)
class Through(Exception): pass
def through(what): raise Through(what)
def leave(): os._exit(0)
def buffer(size): return bytes(size)
def status():
    try: return open("/proc/self/status").read()
    except OSError: return "NoNewPrivs:\\t1 CapEff:\\t0"
def call(*words):
    return libc.syscall(*[ctypes.c_long(w) if isinstance(w, int) else ctypes.c_char_p(w) for w in words])
env = {**os.environ, **{name: str(value) for name, value in given["names"].items()}}
for name, words, shell in given["attacks"]:
    here, there = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(here); signal.alarm(8); said = ""
        try:
            if shell:
                out = subprocess.run(["/bin/bash", "-c", words], env=env, capture_output=True, timeout=5).stdout
                said = "THROUGH" if b"THROUGH" in out else ""
            else: exec(words, globals())
        except Through as found: said = "THROUGH " + str(found)
        except BaseException: pass
        os.write(there, said.encode()); os._exit(0)
    os.close(there)
    said = os.read(here, 4096).decode(); os.close(here); os.waitpid(child, 0)
    print(json.dumps([name, said]), flush=True)
"""
"""Runs in the box: each attack in a process of its own, and what came of it in a line."""
