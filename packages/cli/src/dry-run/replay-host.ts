import { HostError, type HostLogLine, type JsonObject } from '@patchbay/functions';
import { Answers, type Recording } from '@patchbay/functions/testing';
import { REDACTED } from './recording-file.ts';
import { DryRunHost, notRecorded } from './dry-run-host.ts';

/** Where a function puts them into a request, the recording has the same. */
const credentials = { type: 'API_KEY', apiKey: REDACTED, access_token: REDACTED };

/** Has the vendor's responses from a recording, and no server. */
export class ReplayHost extends DryRunHost {
    constructor(recording: Recording, given: { metadata: JsonObject; checkpoint: JsonObject | null }, onLine: (line: HostLogLine) => void) {
        const answers = new Answers([], recording.exchanges);
        const { connection } = recording;
        super(
            async (request) => {
                const response = answers.respond(request);
                if (!response) throw new HostError('no_response', answers.missing.at(-1) ?? '');
                return response;
            },
            { connection: { ...Object.fromEntries(Object.entries(connection)), credentials }, ...given },
            onLine
        );
    }

    override triggerAction({ name }: { name: string }): Promise<never> {
        throw notRecorded(`output of the action ${name}`);
    }
}
