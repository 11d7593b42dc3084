import { expect, test } from 'vitest';
import { createLog } from './log.ts';
import { inRequest, rememberSecrets } from './request-context.ts';

test.each(['"level":"', '{"level"', '","message":"', '\\"message', '"}\n{"level":"error'])(
    'a secret that looks like a part of a line, %j, leaves the line readable',
    (secret) => {
        const lines: string[] = [];
        const listened: unknown[] = [];
        const log = createLog('info', (line) => void lines.push(line));
        log.listen((line) => void listened.push(JSON.parse(line)));
        inRequest('request', () => {
            rememberSecrets(secret);
            log.warn('refused', { reason: `It was ${secret}, and more.`, error: new Error(secret) });
        });
        expect(listened).toMatchObject([
            { level: 'warn', message: 'refused', reason: 'It was [secret], and more.', error: { message: '[secret]' } }
        ]);
        expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(listened);
    }
);
