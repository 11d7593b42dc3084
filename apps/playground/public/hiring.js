import { followSystem } from './linked-system.js';
import { ask, byId, element, notify, sentenceOf } from './page.js';

/**
 * @typedef {{ id: string, name: string | null, title: string | null, company: string | null, email:
 * string | null, applying: number, hired: boolean }} Candidate
 * @typedef {{ text: string, at: string, author: string | null }} Note
 * @typedef {{ filename: string, at: string | null }} Attached
 * @typedef {Candidate & { emails: string[], phones: string[], tags: string[], files: Attached[],
 * applications: { job: string, status: string, stage: string | null, at: string | null }[], notes:
 * Note[] | { error: string } }} Detail
 */

const PAGE_SIZE = 25;
const MOST_EMAILS = 3;
const split = byId('content', HTMLElement);
const list = byId('candidates', HTMLUListElement);
const [previous, next] = [byId('previous', HTMLButtonElement), byId('next', HTMLButtonElement)];
const upload = byId('upload', HTMLFormElement);
const note = byId('note', HTMLFormElement);
const whole = new Intl.NumberFormat('en');
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** Where the pages begin; the first one without a cursor. */
const cursors = [''];
let place = 0;
let total = 0;
/** @type {string | null} */
let following = null;
let chosen = '';
let shown = '';
let latest = 0;
/**
 * What was uploaded here, by candidate: a recruiting system may list it late.
 * @type {Map<string, Attached[]>}
 */
const uploaded = new Map();

/** The page of candidates as it is now. Never throws. */
async function showPage() {
    const mine = ++latest;
    const query = new URLSearchParams({ cursor: cursors[place] ?? '' });
    try {
        const page = /** @type {{ candidates: Candidate[], next: string | null }} */ (await ask('GET', `/api/hiring/candidates?${query}`));
        if (mine !== latest) return;
        following = page.next;
        const first = place * PAGE_SIZE + 1;
        const last = first + page.candidates.length - 1;
        const most = Math.max(total, last);
        byId('list-place', HTMLElement).textContent =
            page.candidates.length === 0 ? 'None yet' : `${whole.format(first)}–${whole.format(last)} of ${whole.format(most)}`;
        previous.ariaDisabled = String(place === 0);
        next.ariaDisabled = String(following === null);
        const now = JSON.stringify(page.candidates);
        if (now !== shown) list.replaceChildren(...page.candidates.map(row));
        shown = now;
    } catch (error) {
        if (mine === latest) notify(sentenceOf(error));
    }
}

/** @param {Candidate} candidate */
function row(candidate) {
    const { id, title, company, applying, hired } = candidate;
    const position = [title, company].filter((text) => text !== null).join(', ');
    const button = element(
        'button',
        { type: 'button', 'aria-pressed': String(id === chosen), 'data-id': id },
        element(
            'span',
            {},
            element('strong', {}, nameOf(candidate)),
            element('small', {}, position || candidate.email || 'No position given')
        ),
        ...(hired ? [element('span', { class: 'chip good' }, 'Hired')] : []),
        ...(!hired && applying > 0 ? [element('span', { class: 'chip' }, `${applying} active`)] : [])
    );
    button.addEventListener('click', () => void choose(id));
    return element('li', {}, button);
}

/** @param {Candidate} candidate */
function nameOf({ name, email }) {
    return name ?? email ?? 'Name not given';
}

/** @param {string} id */
async function choose(id) {
    chosen = id;
    for (const button of list.querySelectorAll('button')) button.ariaPressed = String(button.dataset.id === id);
    for (const form of [upload, note]) form.reset();
    say('upload', '');
    say('note', '');
    await showDetail();
    if (chosen !== id) return;
    split.dataset.shows = 'detail';
    // On a narrow window it takes the place of the list.
    if (list.checkVisibility()) return;
    byId('detail', HTMLElement).scrollIntoView();
    byId('detail-title', HTMLElement).focus();
}

/** The candidate that is chosen, as it is now. Never throws. */
async function showDetail() {
    const id = chosen;
    try {
        const detail = /** @type {Detail} */ (await ask('GET', `/api/hiring/candidate?${new URLSearchParams({ id })}`));
        if (id !== chosen) return;
        byId('detail-title', HTMLElement).textContent = nameOf(detail);
        const position = [detail.title, detail.company].filter((text) => text !== null).join(', ');
        byId('detail-text', HTMLElement).textContent = [position, ...detail.tags].filter((text) => text !== '').join(' · ');
        const contacts = [...detail.emails.slice(0, MOST_EMAILS), ...detail.phones];
        byId('contacts', HTMLElement).replaceChildren(...contacts.map((text) => element('li', {}, text)));
        fill('applications', detail.applications.map(application), 'No applications.');
        fill('files', [...detail.files, ...(uploaded.get(id) ?? [])].map(file), 'No files yet.');
        if (Array.isArray(detail.notes)) fill('notes', detail.notes.map(written), 'No notes yet.');
        else fill('notes', [], `The notes could not be read: ${detail.notes.error}`);
        byId('detail-parts', HTMLElement).hidden = false;
    } catch (error) {
        if (id === chosen) notify(sentenceOf(error));
    }
}

/**
 * @param {string} id of a list
 * @param {HTMLElement[]} items
 * @param {string} otherwise where there are none
 */
function fill(id, items, otherwise) {
    byId(id, HTMLElement).replaceChildren(...(items.length > 0 ? items : [element('li', {}, element('small', {}, otherwise))]));
}

/** @param {Detail['applications'][number]} application */
function application({ job, status, stage, at }) {
    const state = stage ?? (status === 'active' ? 'Applied' : `${status[0]?.toUpperCase()}${status.slice(1)}`);
    return element(
        'li',
        {},
        element('span', {}, job || 'No job given', at ? element('small', {}, ` · ${day.format(new Date(at))}`) : ''),
        element('span', { class: status === 'hired' ? 'chip good' : 'chip' }, state)
    );
}

/** @param {Attached} attached */
function file({ filename, at }) {
    return element('li', {}, filename, element('small', {}, at ? day.format(new Date(at)) : ''));
}

/** @param {Note} one */
function written({ text, at, author }) {
    return element(
        'li',
        {},
        element('p', {}, text),
        element('small', {}, [author, moment.format(new Date(at))].filter(Boolean).join(' · '))
    );
}

/**
 * @param {'upload' | 'note'} where
 * @param {string} sentence
 * @param {boolean} [isBad]
 */
function say(where, sentence, isBad = false) {
    const told = byId(`${where}-notice`, HTMLElement);
    told.toggleAttribute('data-is-bad', isBad);
    told.textContent = sentence;
}

/**
 * @param {HTMLFormElement} form
 * @param {'upload' | 'note'} where
 * @param {(data: FormData) => Promise<string>} send resolves with what to say
 */
function onSubmit(form, where, send) {
    form.addEventListener('submit', (event) => {
        event.preventDefault();
        const button = form.querySelector('button');
        if (!button || button.ariaDisabled === 'true') return;
        button.ariaDisabled = 'true';
        say(where, 'Sending…');
        send(new FormData(form))
            .then(
                (sentence) => {
                    form.reset();
                    say(where, sentence);
                },
                (error) => say(where, sentenceOf(error), true)
            )
            .finally(() => (button.ariaDisabled = 'false'));
    });
}

onSubmit(upload, 'upload', async (data) => {
    const given = data.get('file');
    if (!(given instanceof File)) throw new Error('Choose a file first.');
    const candidate = chosen;
    const query = new URLSearchParams({ candidate, filename: given.name });
    const { filename, at, author } = /** @type {Attached & { author: string }} */ (
        await ask('POST', `/api/hiring/resume?${query}`, given).catch((error) => {
            throw new Error(`${given.name} was not uploaded. ${sentenceOf(error)}`);
        })
    );
    uploaded.set(candidate, [...(uploaded.get(candidate) ?? []), { filename, at }]);
    await showDetail();
    return `${filename} is uploaded, as ${author}.`;
});

let noteKey = crypto.randomUUID();
note.addEventListener('input', () => (noteKey = crypto.randomUUID()));
onSubmit(note, 'note', async (data) => {
    // Sent again after an error, it is not written twice.
    const { author } = /** @type {{ author: string }} */ (
        await ask('POST', '/api/hiring/note', { candidate: chosen, text: data.get('text'), once: noteKey })
    );
    noteKey = crypto.randomUUID();
    await showDetail();
    return `The note is added, as ${author}.`;
});

previous.addEventListener('click', () => turn(-1));
next.addEventListener('click', () => turn(1));

/** @param {1 | -1} by */
function turn(by) {
    const isThere = by === 1 ? following !== null : place > 0;
    if (!isThere) return;
    if (by === 1 && following !== null) cursors[place + 1] = following;
    place += by;
    void showPage().then(() => byId('list-title', HTMLElement).scrollIntoView({ block: 'nearest' }));
}

byId('back', HTMLButtonElement).addEventListener('click', () => {
    split.dataset.shows = 'list';
    const opener = [...list.querySelectorAll('button')].find(({ dataset }) => dataset.id === chosen);
    (opener ?? byId('list-title', HTMLElement)).focus();
});

followSystem(
    '/api/hiring',
    { candidates: 'Candidates', applications: 'Applications', jobs: 'Jobs', users: 'Users' },
    {
        onSystem({ link, syncs }) {
            total = syncs.find(({ name }) => name === 'candidates')?.count ?? 0;
            split.hidden = link === null || total === 0;
            if (!split.hidden) void showPage();
        }
    }
);
