import type { Call, Operations } from '../operations.ts';

export type Issue = Operations['getIssue']['response']['data'];
export type IssueFilter = NonNullable<Operations['listIssues']['query']>;
export type IssueMute = NonNullable<Operations['muteIssue']['body']>;

/** Problems that Patchbay has noticed, each once, however often it is found. */
export class Issues {
    readonly #call: Call;
    constructor(call: Call) {
        this.#call = call;
    }

    /**
     * Lists issues, the newest first.
     * @param filter `status: 'open'` for what needs attention now.
     * @returns `data`, and `next_cursor` for the older ones.
     * @throws {ApiError} `invalid_cursor`.
     * @see GET /issues
     * @example
     * const { data } = await patchbay.issues.list({ status: 'open' });
     */
    list(filter: IssueFilter = {}): Promise<Operations['listIssues']['response']> {
        return this.#call('listIssues', { query: filter });
    }

    /**
     * Reads one issue.
     * @param issueId `id` from the list or a message.
     * @returns `data`.
     * @throws {ApiError} `not_found`.
     * @see GET /issues/:issue_id
     * @example
     * const { data: issues } = await patchbay.issues.list();
     * for (const { id } of issues) console.log(await patchbay.issues.get(id));
     */
    get(issueId: string): Promise<Operations['getIssue']['response']> {
        return this.#call('getIssue', { params: { issue_id: issueId } });
    }

    /**
     * Sends no messages about an issue for a time.
     * @param issueId `id` from the list or a message.
     * @param body `for`, in seconds, or `until`; at most 90 days.
     * @returns `data`, the issue as it is now.
     * @throws {ApiError} `not_found`.
     * @see POST /issues/:issue_id/mute
     * @example
     * const { data: issues } = await patchbay.issues.list({ status: 'open' });
     * for (const { id } of issues) await patchbay.issues.mute(id, { for: 4 * 3600 });
     */
    mute(issueId: string, body: IssueMute): Promise<Operations['muteIssue']['response']> {
        return this.#call('muteIssue', { params: { issue_id: issueId }, body });
    }

    /**
     * Sends messages about an issue again.
     * @param issueId `id` from the list or a message.
     * @returns `data`, the issue as it is now.
     * @throws {ApiError} `not_found`.
     * @see POST /issues/:issue_id/unmute
     * @example
     * const { data: issues } = await patchbay.issues.list({ status: 'muted' });
     * for (const { id } of issues) await patchbay.issues.unmute(id);
     */
    unmute(issueId: string): Promise<Operations['unmuteIssue']['response']> {
        return this.#call('unmuteIssue', { params: { issue_id: issueId } });
    }

    /**
     * Closes an issue although its cause is still there. What happens from then on opens it again.
     * @param issueId `id` from the list or a message.
     * @returns `data`, the issue as it is now.
     * @throws {ApiError} `not_found`.
     * @see POST /issues/:issue_id/resolve
     * @example
     * const { data: issues } = await patchbay.issues.list({ status: 'open' });
     * for (const { id } of issues) await patchbay.issues.resolve(id);
     */
    resolve(issueId: string): Promise<Operations['resolveIssue']['response']> {
        return this.#call('resolveIssue', { params: { issue_id: issueId } });
    }
}
