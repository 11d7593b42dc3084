import { HostError, type HostLogLine, type HostRequest, type HostResponse, type JsonObject } from '@patchbay/functions';
import { MemoryHost, type MemoryContents } from '@patchbay/functions/testing';

type TriggerSync = Parameters<MemoryHost['triggerSync']>[0];
type StartSync = Parameters<MemoryHost['startSync']>[0];

/** Collects what a run would have written, and gives its log lines to the terminal. */
export abstract class DryRunHost extends MemoryHost {
    /** Absent: the run has not set any. */
    newMetadata: JsonObject | undefined;
    readonly deletedKeys: Record<string, readonly string[]> = {};
    readonly #onLine: (line: HostLogLine) => void;

    constructor(respond: (request: HostRequest) => Promise<HostResponse>, contents: MemoryContents, onLine: (line: HostLogLine) => void) {
        super(respond, { environmentVariables: {}, ...contents });
        this.#onLine = onLine;
    }

    override log = async ({ lines }: { lines: readonly HostLogLine[] }): Promise<void> => {
        this.lines.push(...lines);
        for (const line of lines) this.#onLine(line);
    };

    override async setMetadata(input: { metadata: JsonObject; merge: boolean }): Promise<void> {
        await super.setMetadata(input);
        // It was given an object.
        this.newMetadata = this.metadata as JsonObject;
    }

    override async trackDeletesEnd(input: { model: string }): Promise<{ deletedKeys: string[] }> {
        const { deletedKeys } = await super.trackDeletesEnd(input);
        this.deletedKeys[input.model] = deletedKeys;
        return { deletedKeys };
    }

    override triggerSync = async (input: TriggerSync): Promise<void> => void this.triggered.push({ ...input });
    override startSync = async ({ syncs, ...rest }: StartSync): Promise<void> => void this.triggered.push({ ...rest, syncs: [...syncs] });
}

export const notRecorded = (what: string) => new HostError('not_recorded', `The recording has no ${what}. Record it again with --save.`);
