import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useEnvironment } from '../api/use-api.ts';
import { given } from '../parts/search-params.ts';
import { type ChartsSearch, chartsSearch, usualRange } from './ranges.ts';
import { type Bucket, timesIn, type Zone } from './times.ts';
import { rangeWords } from './traffic.ts';

/** What the address of the page says about its charts. */
export function useCharts() {
    const environment = useEnvironment();
    const search = chartsSearch(useSearch({ strict: false }));
    const navigate = useNavigate();
    const [localOffset] = useState(() => -new Date().getTimezoneOffset());
    const { range = usualRange, since, until, zone: inUtc, scale, previous } = search;
    const zone: Zone = inUtc ?? 'local';
    const zoomed: Bucket | undefined =
        since !== undefined && until !== undefined ? { from: new Date(since), until: new Date(until) } : undefined;
    const change = (changes: { [Name in keyof ChartsSearch]: ChartsSearch[Name] | undefined }, isNewPlace = false) =>
        void navigate({
            to: '.',
            search: (before) => given({ ...before, ...changes }),
            replace: !isNewPlace,
            resetScroll: false
        });
    return {
        range,
        zone,
        zoomed,
        isLog: scale === 'log',
        showsPrevious: previous !== 'hidden',
        times: timesIn[zone],
        /** When it is, in the sentences of charts. */
        within: zoomed ? 'in this time' : rangeWords[range].within,
        query: {
            environment,
            range,
            offset: String(zone === 'utc' ? 0 : localOffset),
            ...(since !== undefined && until !== undefined && { since, until })
        },
        change,
        // The browser's own way back leads out of it, too.
        zoom: ({ from, until: end }: Bucket) => change({ since: from.toISOString(), until: end.toISOString() }, true)
    };
}

export type ChartsState = ReturnType<typeof useCharts>;
