/**
 * A program of `npm run bench records`: one writer on one connection of the database. Its parent
 * names the model and the revision of the records, and is told how long the writing took.
 */
import { openDatabase } from '@patchbay/db';
import type { HostRecord } from '@patchbay/functions';
import { writeRecords } from './write-records.ts';

const [databaseUrl = '', environmentId = '', connectionRowId = ''] = process.argv.slice(2);
const pageSize = 1000;
const { db } = await openDatabase({ databaseUrl }, { poolSize: 1 });

/** About 1 kB of JSON. */
function candidate(id: number | string, revision: number): HostRecord {
    return {
        id: `7b6f7a2c-0000-4000-8000-${String(id).padStart(12, '0')}`,
        first_name: 'Ada',
        last_name: `Candidate ${id}`,
        company: 'Example Company Ltd',
        title: 'Senior Software Engineer',
        created_at: '2026-01-02T03:04:05.678Z',
        updated_at: '2026-11-02T03:04:05.678Z',
        last_interaction_at: '2026-10-02T03:04:05.678Z',
        is_private: false,
        can_email: true,
        locations: ['Berlin, Germany', 'Zürich'],
        phone_numbers: [{ value: `+49 30 ${id}`, type: 'mobile' }],
        email_addresses: [
            { value: `candidate-${id}@example.com`, type: 'work' },
            { value: `private-${id}@example.org`, type: 'personal' }
        ],
        tags: ['backend', 'typescript', 'senior', 'remote'],
        applications: [`application-${id}-1`, `application-${id}-2`],
        attachments: [{ url: `https://files.example.com/resumes/${id}/resume-of-candidate.pdf`, type: 'resume', file_name: 'resume.pdf' }],
        websites: [{ url: `https://www.example.com/in/candidate-${id}`, type: 'social' }],
        custom_fields: { source: 'Referral', score: revision, notice: 'three months', summary: 'Ten years of distributed systems.' }
    };
}

/** @returns milliseconds of writing alone */
async function write({ model, revision, records }: { model: string; revision: number; records: number }): Promise<number> {
    const scope = { environmentId, connectionId: Number(connectionRowId), variant: 'base' };
    const mostlyNew = new Map<string, boolean>();
    let tookMs = 0;
    for (let from = 0; from < records; from += pageSize) {
        const page = Array.from({ length: pageSize }, (_, index) => candidate(from + index, revision));
        const change = { kind: 'save', model, records: page, sources: page.map(() => null), mergingStrategy: 'override' } as const;
        const startedAt = performance.now();
        const now = new Date();
        const context = { ...scope, runId: environmentId, startedAt: now, now, origin: 'vendor', mostlyNew } as const;
        await db.transaction().execute((trx) => writeRecords(trx, context, { changes: [change], setAside: [] }));
        tookMs += performance.now() - startedAt;
    }
    return tookMs;
}

process.on('message', (what: Parameters<typeof write>[0]) => {
    write(what).then(
        (tookMs) => process.send?.({ tookMs }),
        (error: unknown) => process.send?.({ error: String(error) })
    );
});
process.once('disconnect', () => process.exit());
process.send?.({ payload: JSON.stringify(candidate('#', 0)) });
