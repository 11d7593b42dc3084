import type { Note, NoteInput } from '../models/note.ts';
import type { Resume } from '../models/resume.ts';
import { fromUnixTime, toUtc } from '../times.ts';
import type { GemNote, GemResume, GemTeamNote } from './guards.ts';
import { toUserLite } from './map-organization.ts';

/** The body of `POST …/activity_feed/notes`. */
export const toNoteBody = ({ user_id, body, visibility }: NoteInput) => ({ user_id, body, visibility });

export function toNote(note: GemNote): Note {
    const isPrivate = note.visibility ? note.visibility === 'private' : (note.private ?? false);
    return {
        id: note.id,
        created_at: toUtc(note.created_at),
        body: note.body,
        user: note.user ? toUserLite(note.user) : null,
        private: isPrivate,
        visibility: isPrivate ? 'private' : 'public'
    };
}

/** Of `/v0`, which names the author by id only. */
export function fromTeamNote(note: GemTeamNote): Note {
    const isPrivate = note.is_private ?? false;
    return {
        id: note.id,
        created_at: fromUnixTime(note.created_at ?? note.timestamp ?? 0),
        body: note.content,
        user: note.user_id ? { id: note.user_id, name: null, first_name: null, last_name: null, employee_id: null } : null,
        private: isPrivate,
        visibility: isPrivate ? 'private' : 'public'
    };
}

export function toResume(resume: GemResume): Resume {
    return {
        id: resume.id,
        candidate_id: resume.candidate_id,
        created_at: fromUnixTime(resume.created_at),
        user_id: resume.user_id ?? null,
        filename: resume.filename,
        download_url: resume.download_url ?? null
    };
}
