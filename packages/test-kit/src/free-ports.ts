import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Consecutive free ports below the ephemeral range, so that no outgoing connection of the tests
 * takes one.
 */
export async function freePorts(count: number): Promise<number[]> {
    for (;;) {
        const first = randomInt(10_000, 30_000);
        const ports = Array.from({ length: count }, (_, index) => first + index);
        if ((await Promise.all(ports.map(isFree))).every(Boolean)) return ports;
    }
}

function isFree(port: number): Promise<boolean> {
    return new Promise((resolve) => {
        const server = createServer();
        server.once('error', () => resolve(false)).listen(port, () => server.close(() => resolve(true)));
    });
}
