"""Connects `linkpolicy test --runner` with the socket of the test process. Run this program with the path of the socket."""
import socket
import sys
import threading


def main() -> None:
    """Copies lines in both directions until one side ends."""
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(sys.argv[1])

    def send() -> None:
        for line in sys.stdin.buffer:
            connection.sendall(line)
        connection.shutdown(socket.SHUT_WR)

    threading.Thread(target=send, daemon=True).start()
    for line in connection.makefile("rb"):
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()


main()
