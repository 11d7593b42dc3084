import { useEffect, useState } from 'react';

/** The screens after the list: a file of their own, so that the list does not wait for them. */
type Screens = typeof import('./IntegrationScreens.tsx');

const retryDelaysMs = [500, 2000];
const longestWaitMs = 10_000;

let loaded: Screens | undefined;
let loading: Promise<Screens> | undefined;

/** Fetches them, three times at most. Calls that come meanwhile wait for the same. */
export function loadIntegrationScreens(): Promise<Screens> {
    return (loading ??= fetchScreens().finally(() => (loading = undefined)));
}

async function fetchScreens(): Promise<Screens> {
    try {
        return (loaded = await import('./IntegrationScreens.tsx'));
    } catch {
        for (const delayMs of retryDelaysMs) {
            await new Promise((resolve) => setTimeout(resolve, delayMs));
            const screens = await importAgain().catch(() => undefined);
            if (screens) return (loaded = screens);
        }
        throw new Error('The screens could not be fetched.');
    }
}

/**
 * Browsers may cache a failed import by its URL (whatwg/html#6768), so a retry needs another URL.
 * The build alone knows the file's name, and the browser that asked for it.
 */
function importAgain(): Promise<Screens> {
    const file = performance
        .getEntriesByType('resource')
        .map(({ name }) => name.split('?')[0] ?? '')
        .filter((name) => name.includes('/IntegrationScreens'))
        .pop();
    return file === undefined ? import('./IntegrationScreens.tsx') : import(/* @vite-ignore */ `${file}?retry=${Date.now()}`);
}

/**
 * The screens, at once when they have been fetched before. What comes after it was given up is
 * taken as well.
 * @param onLost called each time that they do not come
 */
export function useIntegrationScreens(onLost: () => void): { screens: Screens | undefined; isLost: boolean; retry: () => void } {
    const [screens, setScreens] = useState(loaded);
    const [round, setRound] = useState(0);
    const [lostRound, setLostRound] = useState(-1);
    useEffect(() => {
        if (screens) return;
        let isWanted = true;
        const lose = () => {
            if (!isWanted) return;
            isWanted = false;
            setLostRound(round);
            onLost();
        };
        // An import can't be cancelled.
        const timer = setTimeout(lose, longestWaitMs);
        loadIntegrationScreens().then(setScreens, lose);
        return () => {
            isWanted = false;
            clearTimeout(timer);
        };
    }, [screens, round, onLost]);
    return { screens, isLost: lostRound === round, retry: () => setRound(round + 1) };
}
