"""The box itself, in each level this machine has: what a command sees, how it ends, what it may take (OS-17, S13)."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import tempfile
from collections.abc import Generator
from pathlib import Path

import pytest
from tests.sandbox.box.levels import LEVELS, PATIENCE, SOON, needs, until

from aule.contracts.errors import Invalid, Unavailable
from aule.sandbox.box import BoxCommand, BoxLimits, BoxOutcome, Level, Prober, Space, prove, run
from aule.sandbox.box.limits import MB
from aule.sandbox.box.spaces import NOBODY
from aule.sandbox.box.watch import BoxWatch, below

pytestmark = pytest.mark.anyio


class Box:
    """A folder to run commands in."""

    def __init__(self, level: Level, folder: Path) -> None:
        self.level = level
        self.work, self.home = folder / "work", folder / "home"
        for place in (self.work, self.home):
            place.mkdir()
            if os.geteuid() == 0 and level is Level.LANDLOCK:
                os.chown(place, NOBODY, NOBODY)

    async def run(self, command: str, seconds: float = 10, limits: BoxLimits | None = None) -> BoxOutcome:
        """Run a command."""
        return await run(self.order(command, seconds, limits), self.level)

    def order(self, command: str, seconds: float = 10, limits: BoxLimits | None = None) -> BoxCommand:
        """What running a command takes."""
        return BoxCommand(command, Space(self.work, home=self.home), timeout_s=seconds, limits=limits or BoxLimits())


@pytest.fixture(params=LEVELS, ids=str)
def box(request: pytest.FixtureRequest) -> Generator[Box]:
    """A box of each level there is."""
    needs(request.param)
    folder = Path(tempfile.mkdtemp(prefix="aule-test-", dir="/var/tmp"))
    folder.chmod(0o755)
    yield Box(request.param, folder)
    shutil.rmtree(folder)


@pytest.mark.parametrize("level", LEVELS, ids=str)
async def test_every_attack_is_held(level: Level) -> None:
    """S13: what `aule doctor --attack` runs, run here."""
    needs(level)
    proofs = await prove(level, thorough=True)
    assert len(proofs) >= 15
    assert [proof for proof in proofs if not proof.held] == []


async def test_the_strongest_level_is_found_once_and_says_why() -> None:
    prober = Prober()
    one, two = await asyncio.gather(prober.probe(), prober.probe())
    assert one is two
    assert one.level in (Level.BUBBLEWRAP, Level.LANDLOCK, Level.NONE)
    assert one.why and all(proof.held for proof in one.proofs)


async def test_how_a_command_ends_is_told(box: Box) -> None:
    out = await box.run("echo out; echo err >&2; exit 3")
    assert (out.exit_code, out.signal, out.stopped) == (3, None, None)
    assert (out.stdout.text, out.stderr.text) == ("out\n", "err\n")
    assert (await box.run("kill -SEGV $$")).signal == "SIGSEGV"
    assert (await box.run("no-such-program")).exit_code == 127
    assert (await box.run("cat")).exit_code == 0, "nothing ever comes from the keyboard"


async def test_it_gets_a_clean_environment_and_no_open_handles(box: Box) -> None:
    os.environ["AULE_TEST_TOKEN"] = "hidden-4711"
    spare = os.open("/etc/hostname", os.O_RDONLY)
    os.set_inheritable(spare, True)
    try:
        out = await box.run(f"env; cat /proc/self/environ; ls /proc/self/fd; cat <&{spare}")
    finally:
        os.close(spare)
        del os.environ["AULE_TEST_TOKEN"]
    assert "4711" not in out.stdout.text
    assert "Bad file descriptor" in out.stderr.text
    assert f"HOME={'/tmp' if box.level is Level.BUBBLEWRAP else box.home}" in out.stdout.text


async def test_output_is_heard_while_it_runs_and_its_end_is_kept(box: Box) -> None:
    held, heard = "until [ -e go ]; do sleep 0.02; done", list[str]()
    first = asyncio.Event()

    def hear(stream: str, text: str) -> None:
        heard.append(f"{stream}:{text}")
        first.set()

    running = asyncio.create_task(run(box.order(f"echo um; {held}; echo dois; printf '\\xc3'"), box.level, hear))
    async with asyncio.timeout(PATIENCE):
        await first.wait()
    assert heard == ["stdout:um\n"] and not running.done()
    (box.work / "go").touch()
    out = await running
    assert out.stdout.text == "um\ndois\n\ufffd"
    small = BoxLimits(shown=100)
    long = await box.run("seq 1 1000; echo ação", limits=small)
    assert long.stdout.text.startswith("[… ") and long.stdout.text.endswith("1000\nação\n")
    assert long.stdout.whole is not None and long.stdout.whole.startswith(b"1\n2\n")


async def test_what_is_printed_steers_no_terminal(box: Box) -> None:
    """Titles, the clipboard, moving about, questions to the terminal: nothing of it is left, but colours are."""
    command = (
        r"printf '\033]0;title\007a\033]52;c;aGk=\033\\b\033[2J\033[1;1Hc\033[31mred\033[0m\033[6nd\033Pq\033\\e"
        r"\033cf\033[?1049hg\x9bh\b\0i\r\n\tj\033'"
    )
    out = await box.run(command)
    assert out.stdout.text == "abc\x1b[31mred\x1b[0mdecfg\ufffdh\ufffdi\r\n\tj"


async def test_too_much_output_ends_it(box: Box) -> None:
    out = await box.run("yes", limits=BoxLimits(printed=MB))
    assert (out.stopped, out.exit_code) == ("output", None)
    assert out.stdout.size == MB and out.duration_s < 5


async def test_cancelling_ends_it_with_everything_it_began(box: Box) -> None:
    """OS-17: within a second, also what left its group and ignores signals."""
    mark = f"61.{os.getpid()}"
    up = asyncio.Event()
    command = f"trap '' TERM INT HUP; (setsid sleep {mark} &) ; sleep {mark} & echo up; sleep {mark}"
    running = asyncio.create_task(run(box.order(command, 90), box.level, lambda *_: up.set()))
    async with asyncio.timeout(PATIENCE):
        await up.wait()
    began = asyncio.get_running_loop().time()
    running.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await running
    assert asyncio.get_running_loop().time() - began < SOON
    assert not _running(mark)


async def test_many_processes_together_get_no_more_memory_than_one(box: Box) -> None:
    limits = BoxLimits(memory=96 * MB, processes=40)
    piece = "head -c 60000000 /dev/zero | tail -c 59000000 | (sleep 1; wc -c)"
    out = await box.run(f"{piece} & {piece} & {piece} & {piece} & wait", 5, limits)
    assert out.stdout.text.count("59000000") < 4 or out.stopped == "memory"


async def test_a_disk_is_not_filled(box: Box) -> None:
    limits = BoxLimits(file=4 * MB, disk=24 * MB, temporary=8 * MB)
    for _ in range(3):  # others may make room on the same disk meanwhile
        out = await box.run("for n in {1..14}; do head -c 4000000 /dev/zero > f$n; sync f$n; done; sleep 1", 5, limits)
        if out.stopped == "disk":
            return
        await box.run("rm -f f*")
    raise AssertionError("a command took more of the disk than it may, again and again")


async def test_a_box_that_cannot_be_made_runs_nothing(box: Box) -> None:
    order = BoxCommand("echo x > x", Space(box.work / "missing", home=box.home))
    with pytest.raises((Unavailable, FileNotFoundError)):
        await run(order, box.level)
    with pytest.raises(Unavailable) as refused:
        await run(box.order("echo x"), Level.NONE)
    assert refused.value.problem.code == "sandbox_unavailable"


async def test_no_word_of_a_command_is_said_to_the_box_itself(box: Box) -> None:
    """A NUL in a variable would end it and begin an option: a whole disk could be shown that way."""
    space = Space(box.work, home=box.home)
    for env in ({"A": "x\0--bind\0/\0/disk"}, {"A\0--share-net": "x"}, {"--share-net": "x"}, {"": "x"}, {"A=B": "x"}):
        with pytest.raises(Invalid):
            await run(BoxCommand("ls /disk", space, env=env), box.level)
    with pytest.raises(Invalid):
        await run(BoxCommand("ls\0-l", space), box.level)
    out = await run(BoxCommand('echo "$A"', space, env={"A": "--bind / /\n"}), box.level)
    assert out.stdout.text == "--bind / /\n\n"


async def test_what_it_makes_belongs_to_whom_the_folder_belongs(box: Box) -> None:
    await box.run("echo x > made")
    assert (box.work / "made").stat().st_uid == box.work.stat().st_uid


async def test_where_the_system_does_not_count_it_is_watched_from_outside(tmp_path: Path) -> None:
    many = await asyncio.create_subprocess_exec(
        "/bin/sh", "-c", "for n in 1 2 3 4 5 6 7 8 9 10 11 12; do sleep 9 & done; wait"
    )
    full = await asyncio.create_subprocess_exec(
        "/bin/sh", "-c", "head -c 64000000 /dev/zero | tail -c 63000000 | sleep 9"
    )
    try:
        async with asyncio.timeout(30):
            watch = BoxWatch(many.pid, BoxLimits(processes=2), tmp_path, is_counted=False)
            await until(lambda: watch.excess() == "processes")
            assert BoxWatch(many.pid, BoxLimits(processes=50), tmp_path, is_counted=False).excess() is None
            greedy = BoxWatch(full.pid, BoxLimits(memory=32 * MB), tmp_path, is_counted=False)
            await until(lambda: greedy.excess() == "memory")
            assert BoxWatch(full.pid, BoxLimits(memory=32 * MB), tmp_path, is_counted=True).excess() is None
    finally:
        for process in (many, full):
            for pid in (*below(process.pid, 50), process.pid):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            await process.wait()


async def test_memory_that_processes_share_counts_and_counts_once(tmp_path: Path) -> None:
    """Anonymous shared memory is in no file, and was in no figure; eight processes that share it hold it once."""
    words = (
        "import mmap, os, sys, time\n"
        "held = mmap.mmap(-1, 48 << 20); held[:] = bytes(48 << 20)\n"
        "for _ in range(8):\n    if os.fork() == 0:\n        held[0]; sum(held[::4096]); time.sleep(30); os._exit(0)\n"
        "print('up', flush=True); time.sleep(30)\n"
    )
    top = await asyncio.create_subprocess_exec(
        "/bin/sh", "-c", f'exec 3>&1; python3 -c "{words}" ; :', stdout=asyncio.subprocess.PIPE
    )
    assert top.stdout is not None
    try:
        async with asyncio.timeout(PATIENCE):
            await top.stdout.readline()
            over = BoxWatch(top.pid, BoxLimits(memory=32 * MB), tmp_path, is_counted=False)
            await until(lambda: over.excess() == "memory")
            under = BoxWatch(top.pid, BoxLimits(memory=256 * MB), tmp_path, is_counted=False)
            await until(lambda: len(below(top.pid, 50)) == 9)
            assert under.excess() is None
    finally:
        for pid in (*below(top.pid, 50), top.pid):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        await top.wait()


def _running(mark: str) -> list[str]:
    found: list[str] = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError):
            words = Path(f"/proc/{name}/cmdline").read_bytes()
            if mark.encode() in words and b"sleep" in words:
                found.append(name)
    return found
