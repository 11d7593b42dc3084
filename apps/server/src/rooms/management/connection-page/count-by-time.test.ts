import { expect, test } from 'vitest';
import { countByTime } from './count-by-time.ts';

const now = new Date('2026-03-10T12:30:00Z');
const request = (time: string, isFailed = false) => ({ at: new Date(time), isFailed });
const shown = ({ counts, end }: ReturnType<typeof countByTime>) => ({
    counts: counts.map(({ from, total, failed, isPartial }) => [from.toISOString(), total, failed, isPartial]),
    end: end?.toISOString()
});

test('what is of today and yesterday is counted by the hour, and what is older by the day', () => {
    const requests = [
        request('2026-03-10T12:20:00Z'),
        request('2026-03-10T12:00:00Z', true),
        request('2026-03-09T00:10:00Z'),
        request('2026-03-08T23:59:00Z', true),
        request('2026-03-08T01:00:00Z')
    ];
    expect(shown(countByTime(requests, now, false))).toEqual({
        counts: [
            ['2026-03-10T12:00:00.000Z', 2, 1, false],
            ['2026-03-09T00:00:00.000Z', 1, 0, false],
            ['2026-03-08T00:00:00.000Z', 2, 1, false]
        ],
        end: undefined
    });
});

test('where not all was read, the hour that may be incomplete is left to the next page', () => {
    const requests = [request('2026-03-10T12:20:00Z'), request('2026-03-10T11:50:00Z'), request('2026-03-10T11:40:00Z')];
    expect(shown(countByTime(requests, now, true))).toEqual({
        counts: [['2026-03-10T12:00:00.000Z', 1, 0, false]],
        end: '2026-03-10T12:00:00.000Z'
    });
});

test('an hour that alone is more than is read is told as incomplete, and the next page goes on before it', () => {
    const requests = [request('2026-03-10T12:20:00Z'), request('2026-03-10T12:10:00Z', true)];
    expect(shown(countByTime(requests, now, true))).toEqual({
        counts: [['2026-03-10T12:00:00.000Z', 2, 1, true]],
        end: '2026-03-10T12:00:00.000Z'
    });
});
