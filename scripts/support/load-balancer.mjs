import { connect, createServer } from 'node:net';

/** Takes connections to the node that it was told. */
export async function startLoadBalancer() {
  let target;
  const server = createServer((socket) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const [side, other] of [
      [socket, upstream],
      [upstream, socket],
    ]) {
      side.on('error', () => other.destroy());
      side.on('close', () => other.destroy());
    }
    socket.pipe(upstream).pipe(socket);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    leadTo: ({ url }) => (target = new URL(url)),
    close: () => server.close(),
  };
}
