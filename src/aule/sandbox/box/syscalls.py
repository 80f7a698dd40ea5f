"""Numbers of system calls that are closed to a command in a box, on the two supported machines."""

from __future__ import annotations

NEWEST = 462
"""The last call known when this was written; later ones are answered as missing, as by an older kernel."""

Table = dict[str, tuple[int, int | None]]
"""Name → number on x86_64, number on aarch64 (None where it does not exist)."""

FORBIDDEN: Table = {
    # Looking into, or steering, other processes.
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "process_madvise": (440, 440),
    "kcmp": (312, 272),
    "pidfd_getfd": (438, 438),
    "move_pages": (279, 239),
    "migrate_pages": (256, 238),
    # Rearranging what is mounted.
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "statmount": (457, 457),
    "listmount": (458, 458),
    "setns": (308, 268),
    # Opening files by number instead of by path.
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "fanotify_init": (300, 262),
    # Parts of the kernel with a history of holes.
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "modify_ldt": (154, None),
    "uselib": (134, None),
    # The machine itself.
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "reboot": (169, 142),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "acct": (163, 89),
    "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "clock_adjtime": (305, 266),
    "adjtimex": (159, 171),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "iopl": (172, None),
    "ioperm": (173, None),
    "syslog": (103, 116),
    "vhangup": (153, 58),
    "lookup_dcookie": (212, 18),
}

SHARED: Table = {
    "shmget": (29, 194),
    "shmat": (30, 196),
    "shmctl": (31, 195),
    "semget": (64, 190),
    "semop": (65, 193),
    "semctl": (66, 191),
    "semtimedop": (220, 192),
    "msgget": (68, 186),
    "msgsnd": (69, 189),
    "msgrcv": (70, 188),
    "msgctl": (71, 187),
    "mq_open": (240, 180),
    "mq_unlink": (241, 181),
    # Landlock does not hold these, and they take any path: who watches a folder hears the names of what is in it.
    "inotify_init": (253, None),
    "inotify_init1": (294, 26),
    # Other processes of the same user could be slowed down.
    "ioprio_set": (251, 30),
}
"""Calls that reach other processes and files of the same user, which only namespaces separate."""

ATTRIBUTES: Table = {
    "setxattr": (188, 5),
    "lsetxattr": (189, 6),
    "fsetxattr": (190, 7),
    "removexattr": (197, 14),
    "lremovexattr": (198, 15),
    "fremovexattr": (199, 16),
}
"""Attributes of files, lists of who may open them among these: no record holds them, so none is set. They are answered
as by a file system that has none, which every program knows."""

READ_ATTRIBUTES: Table = {
    "getxattr": (191, 8),
    "lgetxattr": (192, 9),
    "listxattr": (194, 11),
    "llistxattr": (195, 12),
}
"""The same, read by path: Landlock does not hold that either."""

ABOUT_PROCESS: Table = {
    "sched_setparam": (142, 118),
    "sched_setscheduler": (144, 119),
    "sched_setaffinity": (203, 122),
    "sched_setattr": (314, 274),
}
"""Calls whose first argument is a process; 0 is the one that calls."""

PRETENDED: Table = {
    "chmod": (90, None),
    "fchmodat": (268, 53),
    "fchmodat2": (452, 452),
    "chown": (92, None),
    "lchown": (94, None),
    "fchownat": (260, 54),
    "utime": (132, None),
    "utimes": (235, None),
    "futimesat": (261, None),
    "fchmod": (91, 52),
    "fchown": (93, 55),
}
"""Permissions, owners and times by path. Landlock does not hold them, so with our own rights a command could change
those of all we own. Too much depends on them to fail: it is told that it was done, and nothing was. By an open handle
the same holds, since a handle for reading is enough for them, but for setting times to now, on which builds depend."""

MODES: dict[str, tuple[int | None, int | None, int, int | None]] = {
    "chmod": (90, None, 1, None),
    "fchmod": (91, 52, 1, None),
    "fchmodat": (268, 53, 2, None),
    "fchmodat2": (452, 452, 2, None),
    "creat": (85, None, 1, None),
    "mknod": (133, None, 1, None),
    "mknodat": (259, 33, 2, None),
    "open": (2, None, 2, 1),
    "openat": (257, 56, 3, 2),
}
"""Calls that give a file its permissions: number on x86_64, on aarch64, which argument says them, and which one has the
flags that decide whether they count at all."""

UNSEEN: Table = {
    "openat2": (437, 437),
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
}
"""Calls answered as an older kernel would, so that programs do without them: one hides its permissions in memory, the
others take memory that is counted nowhere."""

SHMGET = (29, 194)
CLONE = (56, 220)
CLONE3 = (435, 435)
UNSHARE = (272, 97)
IOCTL = (16, 29)
SOCKET = (41, 198)
SOCKETPAIR = (53, 199)
SETPRIORITY = (141, 140)
PRLIMIT = (302, 261)
UTIMENSAT = (280, 88)
"""As one of those, unless it has no path and no times: then it sets those of an open handle to now."""
