import type { HostWrite, RecordChange } from '@patchbay/functions';

const WRITE_CHARACTERS = 1024 ** 2;

/** Frames are small, so one write may become several; the last of them has the checkpoint. */
export function partsOf(write: HostWrite): HostWrite[] {
    const halves = JSON.stringify(write).length > WRITE_CHARACTERS ? halvesOf(write) : undefined;
    return halves ? halves.flatMap(partsOf) : [write];
}

/** None of a single record. */
function halvesOf({ changes, setAside, ...last }: HostWrite): [HostWrite, HostWrite] | undefined {
    if (changes.length > 0 && setAside.length > 0)
        return [
            { changes, setAside: [] },
            { changes: [], setAside, ...last }
        ];
    const [one, other] = changes.length === 1 ? halvesOfChange(changes) : halved(changes);
    const [setAsideFirst, setAsideThen] = halved(setAside);
    if (one.length + setAsideFirst.length === 0) return undefined;
    return [
        { changes: one, setAside: setAsideFirst },
        { changes: other, setAside: setAsideThen, ...last }
    ];
}

function halvesOfChange(changes: readonly RecordChange[]): [RecordChange[], RecordChange[]] {
    const [change] = changes;
    if (!change || itemsOf(change).length < 2) return [[], [...changes]];
    const middle = Math.floor(itemsOf(change).length / 2);
    return [[sliceOf(change, 0, middle)], [sliceOf(change, middle)]];
}

const itemsOf = (change: RecordChange): readonly unknown[] => (change.kind === 'delete' ? change.ids : change.records);

function sliceOf(change: RecordChange, start: number, end?: number): RecordChange {
    if (change.kind === 'delete') return { ...change, ids: change.ids.slice(start, end) };
    const records = change.records.slice(start, end);
    return change.kind === 'save' ? { ...change, records, sources: change.sources.slice(start, end) } : { ...change, records };
}

function halved<Item>(items: readonly Item[]): [Item[], Item[]] {
    const middle = Math.floor(items.length / 2);
    return [items.slice(0, middle), items.slice(middle)];
}
