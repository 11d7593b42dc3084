import { SerialisedJson } from '../../../kernel/http/send-json.ts';
import type { Called } from './call-action.ts';
import { type ErrorStyle, toActionError } from '../runs/run-error.ts';

/** What a call of an action responds with. @throws {AppError} its error */
export function respondTo(called: Called, style: ErrorStyle, setHeader: (name: string, value: string) => void): SerialisedJson {
    if (called.kind === 'queued') {
        const statusUrl = `/action/${called.id}`;
        setHeader('location', statusUrl);
        return new SerialisedJson(JSON.stringify({ id: called.id, statusUrl }), 202);
    }
    if (called.isReplayed) setHeader('idempotent-replayed', 'true');
    if (called.outcome.status === 'failed') throw toActionError(called.outcome.error, style);
    return new SerialisedJson(JSON.stringify(called.outcome.output));
}
