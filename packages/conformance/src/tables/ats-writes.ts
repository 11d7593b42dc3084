import { atsSchemas } from '@patchbay/integrations/models';
import { isDeepStrictEqual } from 'node:util';
import { type Account, errorOf, fieldsOf, type Reply, type Row } from '../account.ts';
import type { Case } from '../case.ts';
import { isDryRun } from '../cases/writes.ts';
import { UNKNOWN_ID } from '../ids.ts';
import { newKey, newMark } from '../marks.ts';
import { valuesAt, without } from '../model-table.ts';
import { holds, includes, NotRun, same, shown, Unsupported } from '../outcome.ts';

const text = 'Zoë: “called ☎ 東京” & <b>';
const MAX_FILE_BYTES = 2 * 1024 * 1024;

async function firstOf(account: Account, path: string, isFit: (row: Row) => boolean = () => true): Promise<Row> {
    const row = (await account.storedRows(path)).find(isFit);
    if (!row) throw new NotRun(`The account has nothing fit in GET ${path}.`);
    return row;
}

const userOf = (account: Account) => firstOf(account, '/users', ({ disabled }) => disabled === false);

const rowOf = ({ body }: Reply) => Object(body) as Row;

/** What is done once for the cases of the creation of a candidate. */
async function candidateOf(account: Account) {
    return account.once('creation of Candidate', async () => {
        const { id: user } = await userOf(account);
        const inputOf = (mark: string) => ({
            created_by: user,
            first_name: 'Zoë',
            last_name: `Ångström ${mark}`,
            emails: [{ email_address: `${mark.toLowerCase()}@example.com`, is_primary: true }],
            phone_number: '+33 1 99 00 12 34',
            linked_in_handle: mark.toLowerCase()
        });
        const [mark, dryMark, headers] = [newMark(), newMark(), newKey()];
        const create = (body: object, more: object = {}) => account.send('POST', '/candidates', { body, ...more });
        const dryRun = await create(inputOf(dryMark), { query: { dry_run: 'true' } });
        const created = await create(inputOf(mark), { headers });
        holds(created.status === 200, `it is refused: ${shown(created.body)}`);
        const repeated = await create(inputOf(mark), { headers });
        const reused = await create(inputOf(dryMark), { headers });
        const stored = await account.send('GET', `/candidates/${encodeURIComponent(rowOf(created).id)}`);
        const synced = await account.sync('Candidate');
        account.forget();
        const { rows } = await account.stored('/candidates');
        const marked = (wanted: string) => rows.filter((row) => JSON.stringify(row['email_addresses']).includes(wanted.toLowerCase()));
        return {
            mark,
            sent: inputOf(mark),
            dryRun,
            created,
            repeated,
            reused,
            stored,
            synced,
            found: marked(mark),
            foundOfDryRun: marked(dryMark)
        };
    });
}

type Creation = Awaited<ReturnType<typeof candidateOf>>;

function createdCandidate(says: string, check: (creation: Creation) => void): Case {
    const endpoints = ['GET /candidates', 'GET /users', 'POST /candidates'];
    return {
        model: 'Candidate',
        column: 'create',
        says,
        endpoints,
        writes: true,
        check: async (account) => check(await candidateOf(account))
    };
}

export const candidateWrites: readonly Case[] = [
    createdCandidate('a dry run shows the request without credentials, and makes nothing', ({ dryRun, foundOfDryRun }) => {
        isDryRun(dryRun);
        same(foundOfDryRun.length, 0, 'how many there are afterwards');
    }),
    createdCandidate('what is created has the form of the model, and what was sent', ({ created, sent }) => {
        const parsed = atsSchemas.CreatedCandidate.safeParse(created.body);
        holds(parsed.success, `it is not a CreatedCandidate: ${parsed.error?.message}`);
        same(created.body, parsed.data, 'the candidate');
        includes(created.body, sent, 'the candidate');
    }),
    createdCandidate('what is created is in the list at once, as ours, with what was sent', ({ created, stored, mark }) => {
        same(rowOf(stored).id, rowOf(created).id, 'the id');
        same(valuesAt(stored.body, '_patchbay_metadata.origin'), ['us'], 'the origin');
        const address = { value: `${mark.toLowerCase()}@example.com`, is_primary: true };
        const expected = { first_name: 'Zoë', last_name: `Ångström ${mark}`, email_addresses: [address] };
        includes(stored.body, expected, 'the candidate');
    }),
    createdCandidate('the next run does not report it as a change of the vendor', ({ created, synced, found }) => {
        same(synced, { added: 0, updated: 0, deleted: 0 }, 'the run');
        same(
            found.map(({ id }) => id),
            [rowOf(created).id],
            'the list'
        );
    }),
    createdCandidate('a repeat with its Idempotency-Key makes no second one', ({ created, repeated, found }) => {
        same([repeated.status, repeated.headers.get('idempotent-replayed')], [200, 'true'], 'the repeat');
        same(repeated.body, created.body, 'the repeat');
        same(found.length, 1, 'how many there are afterwards');
    }),
    createdCandidate('another request with the same Idempotency-Key is refused', ({ reused }) => {
        const { status, code } = errorOf(reused, 'it');
        same([status, code], [422, 'idempotency_key_reused'], 'the refusal');
    }),
    {
        model: 'Candidate',
        column: 'create',
        says: 'with a job there is an application for it at once',
        endpoints: ['POST /candidates', 'GET /candidates', 'GET /jobs', 'GET /users', 'GET /applications'],
        writes: true,
        async check(account) {
            const job = await firstOf(account, '/jobs', ({ status }) => status === 'open');
            const { id: user } = await userOf(account);
            const mark = newMark().toLowerCase();
            const emails = [{ email_address: `${mark}@example.com`, is_primary: true }];
            const body = { created_by: user, first_name: 'Zoë', last_name: `Ångström ${mark}`, emails, job_id: job.id };
            const { id } = rowOf(await account.call('POST', '/candidates', { body }));
            account.forget();
            const made = (await account.stored('/applications')).rows.filter((row) => row['candidate_id'] === id);
            same(valuesAt(made, '*.jobs.*.id'), [job.id], 'the jobs of the applications');
        }
    },
    {
        model: 'Candidate',
        column: 'create',
        says: 'fields that belong to an application are refused without a job',
        endpoints: ['POST /candidates'],
        writes: false,
        async check(account) {
            const body = { created_by: 'x', first_name: 'Zoë', initial_stage_id: 'x' };
            const error = errorOf(await account.send('POST', '/candidates', { body }), 'it');
            same([error.code, error.errors?.map(({ path }) => path)], ['invalid_action_input', [['initial_stage_id']]], 'the refusal');
        }
    }
];

async function notesOf(account: Account, candidate: string): Promise<readonly Row[]> {
    const { body } = await account.call('GET', '/candidate-notes', { query: { candidate_id: candidate } });
    const parsed = atsSchemas.Note.array().safeParse(body);
    holds(parsed.success, `the notes have not the form of the model: ${parsed.error?.message}`);
    same(body, parsed.data, 'the notes');
    return parsed.data;
}

async function noteOf(account: Account, visibility?: string) {
    const { id: candidate } = await firstOf(account, '/candidates');
    const { id: user } = await userOf(account);
    return { candidate_id: candidate, user_id: user, body: `${text} ${newMark()}`, ...(visibility === undefined ? {} : { visibility }) };
}

const notes = { model: 'Note', endpoints: ['GET /candidates', 'GET /users', 'POST /candidate-notes', 'GET /candidate-notes'] } as const;

export const noteCases: readonly Case[] = [
    {
        ...notes,
        endpoints: ['GET /candidates', 'GET /candidate-notes'],
        column: 'read',
        says: 'the notes of a candidate have the form of the model',
        writes: false,
        async check(account) {
            await notesOf(account, (await firstOf(account, '/candidates')).id);
        }
    },
    {
        ...notes,
        endpoints: ['GET /candidate-notes'],
        column: 'read',
        says: 'a list that names no candidate is refused with the path',
        writes: false,
        async check(account) {
            const error = errorOf(await account.send('GET', '/candidate-notes'), 'it');
            same([error.code, error.errors?.map(({ path }) => path)], ['invalid_query_params', [['candidate_id']]], 'the refusal');
        }
    },
    {
        ...notes,
        column: 'create',
        says: 'what is created has what was sent, and is among the notes of the candidate once',
        writes: true,
        async check(account) {
            for (const visibility of [undefined, 'private', 'public']) {
                const note = await noteOf(account, visibility);
                const headers = newKey();
                const created = await account.call('POST', '/candidate-notes', { body: note, headers });
                const shownTo = visibility ?? 'private';
                includes(created.body, { body: note.body, visibility: shownTo, private: shownTo === 'private' }, 'the note');
                const repeated = await account.call('POST', '/candidate-notes', { body: note, headers });
                same([repeated.body, repeated.headers.get('idempotent-replayed')], [created.body, 'true'], 'the repeat');
                const listed = (await notesOf(account, note.candidate_id)).filter(({ body }) => body === note.body);
                includes(listed, [{ id: rowOf(created).id, visibility: shownTo }], 'the notes');
                // A list may have whole seconds only.
                const times = [created.body, listed[0]].map((one) =>
                    String(valuesAt(one, 'created_at')).slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)
                );
                same(times[1], times[0], 'the time in the notes');
            }
        }
    },
    {
        ...notes,
        column: 'create',
        says: 'a dry run shows the request without credentials, and makes nothing',
        writes: true,
        async check(account) {
            const note = await noteOf(account);
            isDryRun(await account.send('POST', '/candidate-notes', { body: note, query: { dry_run: 'true' } }));
            const listed = await notesOf(account, note.candidate_id);
            holds(!listed.some(({ body }) => body === note.body), 'there is a note');
        }
    },
    {
        ...notes,
        endpoints: ['POST /candidate-notes'],
        column: 'create',
        says: 'a note of more than 10,000 characters is refused with the path',
        writes: false,
        async check(account) {
            const body = { candidate_id: 'x', user_id: 'x', body: 'x'.repeat(10_001) };
            const error = errorOf(await account.send('POST', '/candidate-notes', { body }), 'it');
            same([error.code, error.errors?.map(({ path }) => path)], ['invalid_action_input', [['body']]], 'the refusal');
        }
    }
];

/** A PDF of so many bytes, each time another. */
function pdfOf(bytes: number): Uint8Array {
    const file = new Uint8Array(bytes).fill(0x20);
    file.set(new TextEncoder().encode(`%PDF-1.7\n% ${newMark()}\n`));
    return file;
}

const resumes = { model: 'Resume', column: 'create', endpoints: ['POST /candidate-upload-resume'] } as const;

async function upload(account: Account, file: Uint8Array, how: 'form' | 'base64'): Promise<Row> {
    const { id: candidate } = await firstOf(account, '/candidates');
    const { id: user } = await userOf(account);
    const [whose, filename] = [{ candidate_id: candidate, user_id: user }, `Lebenslauf – Zoë ${newMark()}.pdf`];
    const record =
        how === 'form'
            ? await account.patchbay.ats.candidates.uploadResume(account.connection, {
                  ...whose,
                  file: new Blob([new Uint8Array(file)]),
                  filename
              })
            : (
                  await account.call('POST', '/candidate-upload-resume', {
                      body: { ...whose, filename, resume_file: Buffer.from(file).toString('base64') }
                  })
              ).body;
    const parsed = atsSchemas.Resume.safeParse(record);
    holds(parsed.success, `it is not a Resume: ${parsed.error?.message}`);
    same(record, parsed.data, 'the resume');
    includes(record, { candidate_id: candidate, filename }, 'the resume');
    return parsed.data;
}

function refusedFile(says: string, file: () => Uint8Array, filename: string, expected: readonly [number, string]): Case {
    return {
        ...resumes,
        says,
        writes: false,
        async check(account) {
            const body = { candidate_id: 'x', user_id: 'x', filename, resume_file: Buffer.from(file()).toString('base64') };
            const { status, code } = errorOf(await account.send('POST', '/candidate-upload-resume', { body }), 'it');
            same([status, code], expected, 'the refusal');
        }
    };
}

export const resumeCases: readonly Case[] = [
    ...(['form', 'base64'] as const).map((how): Case => ({
        ...resumes,
        endpoints: [...resumes.endpoints, 'GET /candidates', 'GET /users'],
        says: `a file of 2 MiB is uploaded as ${how}, and has the same bytes at the vendor`,
        writes: true,
        async check(account) {
            const file = pdfOf(MAX_FILE_BYTES);
            const { download_url: url } = await upload(account, file, how);
            if (typeof url !== 'string') throw new Unsupported('The vendor gives no address of the file.');
            const response = await fetch(url);
            holds(response.ok, `the file is refused with ${response.status}`);
            holds(isDeepStrictEqual(new Uint8Array(await response.arrayBuffer()), file), 'the bytes are others');
        }
    })),
    refusedFile('a file of one byte more is refused', () => pdfOf(MAX_FILE_BYTES + 1), 'cv.pdf', [413, 'file_too_large']),
    refusedFile('a file of another type is refused', () => new TextEncoder().encode('plain text'), 'cv.txt', [415, 'invalid_file_type'])
];

/** The application whose source is changed, and is as it was afterwards. */
async function changedSource(account: Account) {
    return account.once('source of an application', async () => {
        const rows = await account.storedRows('/applications');
        const before = rows.find(({ source }) => source !== null);
        const [from] = valuesAt(before, 'source.id').map(String);
        const other = valuesAt(rows, '*.source.id')
            .map(String)
            .find((id) => id !== from);
        if (!before || from === undefined || other === undefined) throw new NotRun('The account has no two sources.');
        const path = `/applications/${encodeURIComponent(before.id)}`;
        const dryRun = await account.send('PATCH', path, { body: { source_id: other }, query: { dry_run: 'true' } });
        const afterDryRun = await account.call('GET', path);
        const changed = await account.call('PATCH', path, { body: { source_id: other } });
        const stored = await account.call('GET', path);
        const { sync_token } = before;
        const older = typeof sync_token === 'string' && (await account.send('PATCH', path, { body: { source_id: from, sync_token } }));
        const restored = await account.call('PATCH', '/application', { body: { application_id: before.id, source_id: from } });
        const synced = await account.sync('Application');
        return { before, from, other, dryRun, afterDryRun, changed, stored, older, restored, synced };
    });
}

type ChangedSource = Awaited<ReturnType<typeof changedSource>>;

function applicationCase(says: string, check: (change: ChangedSource) => void): Case {
    const endpoints = ['GET /applications', 'GET /applications/{id}', 'PATCH /applications/{id}', 'PATCH /application'];
    return {
        model: 'Application',
        column: 'update',
        says,
        endpoints,
        writes: true,
        check: async (account) => check(await changedSource(account))
    };
}

/** A change may count as activity. */
const others = ['source', 'last_activity_at', 'sync_token'];

export const applicationWrites: readonly Case[] = [
    applicationCase('a dry run shows the request without credentials, and changes nothing', ({ before, dryRun, afterDryRun }) => {
        isDryRun(dryRun);
        same(fieldsOf(rowOf(afterDryRun)), fieldsOf(before), 'the application');
    }),
    applicationCase('a change of the source changes it, and nothing else', ({ before, changed, other }) => {
        same(valuesAt(changed.body, 'source.id'), [other], 'the source');
        same(without(changed.body, others), without(fieldsOf(before), others), 'the rest');
    }),
    applicationCase('what is changed is in the list at once, as ours', ({ changed, stored }) => {
        same(fieldsOf(rowOf(stored)), changed.body, 'the stored application');
        same(valuesAt(stored.body, '_patchbay_metadata.origin'), ['us'], 'the origin');
    }),
    applicationCase('a change of an older version is refused with the current one', ({ changed, older }) => {
        if (!older) throw new Unsupported('The vendor counts no versions.');
        const { status, code, payload } = errorOf(older, 'it');
        same([status, code], [409, 'newer_at_vendor'], 'the refusal');
        same(valuesAt(payload, 'current.sync_token'), valuesAt(changed.body, 'sync_token'), 'the current version in the refusal');
    }),
    applicationCase('the body may name the application', ({ restored, before, from }) => {
        includes(restored.body, { id: before.id, source: { id: from } }, 'the application');
    }),
    applicationCase('the next run does not report it as a change of the vendor', ({ synced }) => {
        same(synced, { added: 0, updated: 0, deleted: 0 }, 'the run');
    }),
    {
        model: 'Application',
        column: 'update',
        says: 'a change of an unknown application is refused',
        endpoints: ['GET /applications', 'PATCH /applications/{id}'],
        writes: true,
        async check(account) {
            const source = valuesAt(await account.storedRows('/applications'), '*.source.id')[0];
            const { status, code } = errorOf(
                await account.send('PATCH', `/applications/${UNKNOWN_ID}`, { body: { source_id: source } }),
                'it'
            );
            holds(code === 'vendor_fault' && (status === 404 || status === 400), `it is refused with ${status} ${code}`);
        }
    }
];
