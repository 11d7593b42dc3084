import { expect, test } from 'vitest';
import { bombs, startServer, writeForever } from './egress.fixtures.ts';
import { createEgress } from './egress.ts';

// No other test file runs in the process of a slow one, so its peak is that of these requests.
test.each(bombs)('T-61: a bomb takes little memory before it is cut off: %s', async (_what, encoding, chunk) => {
    await using server = await startServer((_request, response) => {
        response.writeHead(200, { 'content-encoding': encoding });
        writeForever(response, chunk);
    });
    const egress = createEgress({ allowPrivateHosts: [`localhost:${server.port}`] });
    const peakBefore = peakBytes();
    await expect(egress.request({ url: `http://localhost:${server.port}/`, timeoutMs: 30_000 })).rejects.toMatchObject({
        code: 'too_large'
    });
    expect(peakBytes() - peakBefore).toBeLessThan(256 * 1_048_576);
    await egress.close();
});

function peakBytes(): number {
    return process.resourceUsage().maxRSS * 1024;
}
