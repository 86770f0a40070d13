"""Uses the client for Python in one way, and prints the results: use_client.py WAY."""
import asyncio
import concurrent.futures
import gc
import os
import pickle
import resource
import signal
import subprocess
import sys
import threading
import time
import types

import linkpolicy
from linkpolicy.process import Client

TOOL = os.environ.get("LINKPOLICY", "linkpolicy")
ATTEMPT = {"action": "sign-in", "provider": "google.com", "subject": "g1"}


def body(subject, **more):
    return {"lookup": {"attempt": {"action": "sign-in", "provider": "google.com", "subject": subject, **more}}}


def false(mode, **options):
    return Client("policy.yaml", tool=[sys.executable, os.path.abspath("false_tool.py"), mode], **options)


def real(**options):
    return Client("firebase", tool=TOOL, **options)


def end(future, seconds=3):
    """Returns the answer or the error that ends a request, in words."""
    try:
        answer = future.result(seconds)
    except concurrent.futures.CancelledError:
        return "cancelled"
    except linkpolicy.LinkPolicyError as error:
        return type(error).__name__
    except concurrent.futures.TimeoutError:
        return "no end"
    found = answer.get("lookup") or answer.get("decision")
    return "answer " + str(found.get("subject") or found["credential"]["subject"])


def raised(call):
    try:
        return "answer" if call() is not None else "nothing"
    except Exception as error:
        return next(kind.__name__ for kind in type(error).__mro__
                    if kind in (linkpolicy.LinkPolicyError, ValueError, TypeError, RecursionError, OSError, RuntimeError, Exception))


def started():
    with open(os.environ["STARTS"]) as file:
        return [int(line) for line in file]


def children():
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat") as file:
                    fields = file.read().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[1]) == os.getpid():
                found.append(int(name))
    return found


def descriptors():
    return len(os.listdir("/proc/self/fd"))


def lives(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def dribbling():
    client = false("dribbles", stall=0.5, timeout=None)
    began = time.monotonic()
    print(end(client.submit(body("a"))), "in time:", time.monotonic() - began < 2.5)
    client.close(0)


def null_error():
    client = false("null-error", timeout=1)
    print("first:", end(client.submit(body("a"))))
    print("second:", end(client.submit(body("b"))))
    client.close(0)


def null_error_second():
    client = false("null-error-second", timeout=1)
    futures = [client.submit(body(name)) for name in "ab"]
    print("first:", end(futures[0]))
    print("second:", end(futures[1]))
    client.close(0)


def long_answer():
    client = false("long", max_answer_bytes=100)
    print(end(client.submit(body("a"))))
    client.close(0)


def no_json():
    cycle = {}
    cycle["cycle"] = cycle
    deep = []
    for _ in range(200_000):
        deep = [deep]
    client = real()
    for name, value in (("NaN", float("nan")), ("infinity", float("inf")), ("cycle", cycle), ("set", {1}), ("bytes", b"g1"),
                        ("object", object()), ("deep", deep)):
        print(name, raised(lambda: client.lookup({**ATTEMPT, "subject": value})))
    print(end(client.submit(body("after"))))
    client.close()


def record():
    client = real(options=["--record"])
    answers, asked = {"credential": None, "method": "enabled"}, {"time": "2026-11-25T04:05:06.789Z", "correlation": "r"}
    found = client.decide_with_record(ATTEMPT, answers=answers, record=asked)
    print("both:", found.decision["outcome"], found.record["correlation"])
    print("without:", raised(lambda: client.decide(ATTEMPT, answers=answers)))
    client.close()


def mapping():
    client = real()
    attempt = types.MappingProxyType(ATTEMPT)
    print("lookup:", raised(lambda: client.lookup(attempt)))
    client.close()


def odd_texts():
    client = real()
    print("half a pair:", end(client.submit(body("\ud800"))))
    print("line feed:", end(client.submit(body("a\nb"))) in ("answer a\nb", "RequestError"))
    print("20 MB:", raised(lambda: client.submit(body("x" * 20_000_000))))
    print("15 MB:", end(client.submit(body("x" * 15_000_000))))
    print("next:", end(client.submit(body("next"))))
    client.close()


def paused_memory():
    """Sends requests that time out during the pause before the third start of the tool."""
    client = false("exits", backoff=60, max_backoff=60, max_in_flight=4, timeout=5)
    ends = [end(client.submit(body("a"))) for _ in range(2)]
    print("before:", *ends)
    base = resident()
    ends = {end(client.submit(body("x" * 1_000_000), timeout=0.002)) for _ in range(300)}
    print("meanwhile:", *ends)
    grown = resident() - base
    print("memory is bounded by 4 requests of 1 MB:", grown < 100, f"(grown by {grown} MB)")
    client.close(0)


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize() >> 20


def close_at_once():
    for _ in range(2):
        with false("slow-start") as client:
            futures = [client.submit(body(name)) for name in "abc"]
        print(*[end(future) for future in futures])


def close_after_start():
    with real() as client:
        client.lookup(ATTEMPT)
        futures = [client.submit(body(str(number))) for number in range(300)]
    print([end(future) for future in futures] == [f"answer {number}" for number in range(300)])


def no_descriptors():
    client = real()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (64, hard))
    held = []
    try:
        while True:
            held.append(os.open("/dev/null", os.O_RDONLY))
    except OSError:
        pass
    found = raised(lambda: client.lookup(ATTEMPT))
    [os.close(descriptor) for descriptor in held]
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    print("without descriptors:", found)
    print("with them:", raised(lambda: client.lookup(ATTEMPT)))
    client.close()


def exit_in_flight():
    """Run by `exit_and_look`: the program ends with a request in flight."""
    client = false(sys.argv[2], timeout=None)
    client.submit(body("a"))
    while not os.path.exists(os.environ["STARTS"]):
        time.sleep(0.01)
    time.sleep(0.2)
    print("ends")


def exit_and_look(mode="silent"):
    began = time.monotonic()
    ended = subprocess.run([sys.executable, __file__, "exit_in_flight", mode], capture_output=True, timeout=30)
    print("exit code", ended.returncode, "within 5 s:", time.monotonic() - began < 5, ended.stderr.decode()[-300:] or "silent")
    time.sleep(0.7)
    left = [pid for pid in started() if lives(pid)]
    print("tools left:", len(left))
    for pid in left:
        os.kill(pid, signal.SIGKILL)


def first_use():
    client = false("honest")
    barrier, ends = threading.Barrier(40), []

    def use(number):
        barrier.wait()
        ends.append(end(client.submit(body(number))) == f"answer {number}")

    threads = [threading.Thread(target=use, args=(str(number),)) for number in range(40)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    print("right:", sum(ends), "starts:", len(started()))
    client.close()


def in_asyncio():
    client = real()

    async def use():
        cancelled = [asyncio.ensure_future(asyncio.wrap_future(client.submit(body(f"c{number}")))) for number in range(100)]
        [task.cancel() for task in cancelled]
        answers = await asyncio.gather(*[asyncio.wrap_future(client.submit(body(f"n{number}"))) for number in range(100)])
        return [answer["lookup"]["credential"]["subject"] for answer in answers]

    print(asyncio.run(use()) == [f"n{number}" for number in range(100)])
    client.close()


def forks():
    client = real()
    parent = [client.submit(body(f"p{number}")) for number in range(50)]
    child = os.fork()
    if child == 0:
        right = [end(client.submit(body(f"c{number}"))) == f"answer c{number}" for number in range(50)]
        client.close()
        os._exit(0 if all(right) else 1)
    print("parent:", all(end(future) == f"answer p{number}" for number, future in enumerate(parent)))
    print("child:", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    client.close()
    print("children left:", len(children()))


def collected():
    threads, opened = threading.active_count(), descriptors()
    for _ in range(10):
        client = real()
        client.lookup(ATTEMPT)
        client.itself = client
        del client
    gc.collect()
    time.sleep(1)
    print("threads:", threading.active_count() - threads, "descriptors:", descriptors() - opened, "children:", len(children()))


def exits_at_once():
    client = false("exits", backoff=0.01)
    ends = [end(client.submit(body("a"))) for _ in range(30)]
    print(*sorted(set(ends)), "starts:", len(started()))
    client.close()


def default_sigpipe():
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    client = false("hangs-up")
    client.submit(body("a"))
    for _ in range(50):
        future = client.submit(body("x" * 100_000))
        time.sleep(0.01)
    print("the program lives, and the request ends:", end(future))
    client.close(0)


def ignored_sigchld():
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    client = false("exits")
    print(end(client.submit(body("a"))))
    client.close()
    print("children left:", len(children()))


def stopped_tool():
    client = real(stall=0.5, timeout=None)
    client.lookup(ATTEMPT)
    os.kill(client.pid, signal.SIGSTOP)
    print(end(client.submit(body("a"))))
    print(end(client.submit(body("b"))))
    client.close()


def errors_travel():
    client = real()
    try:
        client.decide(ATTEMPT, answers={})
    except linkpolicy.RequestError as error:
        again = pickle.loads(pickle.dumps(error))
        print(again.code, again.question, str(again) == str(error))
    client.close()
    limited = false("exits", restarts=0)
    end(limited.submit(body("a")))
    try:
        limited.request(body("a"))
    except linkpolicy.TooManyRestarts as error:
        again = pickle.loads(pickle.dumps(error))
        print(type(again.last).__name__, again.retry_after > 0, str(again) == str(error))
    limited.close()


def closed_by_many():
    for mode in ("honest", "silent"):
        client, ends = false(mode), []

        def use():
            while True:
                try:
                    ends.append(end(client.submit(body("a"))))
                except linkpolicy.Closed:
                    return

        users = [threading.Thread(target=use) for _ in range(8)]
        [user.start() for user in users]
        time.sleep(0.3)
        closers = [threading.Thread(target=client.close, args=(0.2,)) for _ in range(4)]
        [closer.start() for closer in closers]
        [thread.join(10) for thread in users + closers]
        print("threads left:", sum(thread.is_alive() for thread in users + closers), *sorted(set(ends) - {"answer a"}))


def repaired_policy():
    with open("ours.yaml", "w") as file:
        file.write("extends: nowhere\n")
    client = Client("ours.yaml", tool=TOOL)
    try:
        client.lookup(ATTEMPT)
    except linkpolicy.PolicyRejected as error:
        print("rejected:", "ours.yaml" in error.stderr, error.status)
    with open("ours.yaml", "w") as file:
        file.write("linkpolicy: 1\nname: ours\nextends: firebase\n")
    print("before reset:", raised(lambda: client.lookup(ATTEMPT)))
    client.reset()
    print("after reset:", raised(lambda: client.lookup(ATTEMPT)))
    client.close()


def loud_orphans():
    client = false("loud-orphans", timeout=3)
    began = time.monotonic()
    print(end(client.submit(body("a")), 8), "within 5 s:", time.monotonic() - began < 5)
    began = time.monotonic()
    print(raised(lambda: end(client.submit(body("b"), timeout=2), 8)), "within 5 s:", time.monotonic() - began < 5)
    os._exit(0)


def waiting_for_room():
    client, ends = false("silent", max_in_flight=2, stall=0.5, timeout=8), []
    users = [threading.Thread(target=lambda: ends.append(end(client.submit(body("a")), 20))) for _ in range(6)]
    [user.start() for user in users]
    [user.join(20) for user in users]
    print(len(ends), *sorted(set(ends)))
    client.close(0)


def slow_callback():
    client, seen = false("honest"), []
    future = client.submit(body("a"))

    def callback(done):
        seen.append(end(done))
        client.submit(body("b")).add_done_callback(lambda last: seen.append(end(last)))
        raise SystemExit(3)

    future.add_done_callback(callback)
    time.sleep(1)
    print(*seen, end(client.submit(body("c"))))
    client.close()


def closes_in_callback():
    client = false("honest")
    future = client.submit(body("a"))
    future.add_done_callback(lambda done: client.close())
    print(end(future))
    client.close()
    print("next:", raised(lambda: client.submit(body("b"))))


def busy_client():
    """Keeps the thread of the client busy for longer than `stall`, while the tool writes its second answer in time."""
    client = false("slow", stall=0.5, timeout=None)
    first, second = client.submit(body("a")), client.submit(body("b"))
    first.add_done_callback(lambda done: time.sleep(1))
    print(end(first), end(second))
    client.close()


globals()[sys.argv[1]]()
