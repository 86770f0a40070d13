// Connects `linkpolicy test --runner` with the socket of the playing process. Run this program with the path of the socket.
import { connect } from "node:net";

const socket = connect(process.argv[2]);
process.stdin.pipe(socket).pipe(process.stdout);
socket.on("error", () => process.exit(1));
