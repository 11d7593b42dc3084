import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Ports that are free now, below the ephemeral range, so that no outgoing connection of the test run takes one first. */
export async function freePorts(count: number): Promise<number[]> {
    const ports: number[] = [];
    while (ports.length < count) {
        const port = randomInt(10_000, 30_000);
        const server = createServer();
        const isFree = await new Promise<boolean>((resolve) => {
            server.once('error', () => resolve(false)).listen(port, () => resolve(true));
        });
        if (!isFree) continue;
        await new Promise((resolve) => server.close(resolve));
        if (!ports.includes(port)) ports.push(port);
    }
    return ports;
}
