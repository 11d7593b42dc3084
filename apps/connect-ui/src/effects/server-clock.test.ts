import { expect, test } from 'vitest';
import { serverClock } from './server-clock.ts';

test('the server’s time is read from the Date header of responses, and is the device’s without one', () => {
    const clock = serverClock();
    const aheadMs = () => clock.now() - Date.now();
    expect(aheadMs()).toBeCloseTo(0, -4);
    const inAnHour = new Date(Date.now() + 3_600_000);
    clock.read(new Response(null, { headers: { date: inAnHour.toUTCString() } }));
    expect(Math.abs(aheadMs() - 3_600_000)).toBeLessThan(10_000);
    clock.read(new Response(null));
    clock.read(new Response(null, { headers: { date: 'whenever' } }));
    expect(Math.abs(aheadMs() - 3_600_000)).toBeLessThan(10_000);
});
