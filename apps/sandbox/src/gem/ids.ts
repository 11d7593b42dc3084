/** The kinds of things and the words in their ids. */
export const ID_TYPES = {
    candidates: 'Person',
    applications: 'Application',
    jobs: 'Job',
    job_posts: 'JobPost',
    job_stages: 'JobStage',
    offices: 'Office',
    users: 'User',
    sources: 'Source',
    departments: 'Department',
    notes: 'Note',
    resumes: 'UploadedResume'
} as const;
export type Kind = keyof typeof ID_TYPES;

/** Opaque to callers: base64 of `Type:number`, often with `=` at its end. */
export function idOf(kind: Kind, index: number): string {
    return Buffer.from(`${ID_TYPES[kind]}:${index + 1}`).toString('base64');
}

/** @returns undefined for what is no id of this kind */
export function indexOf(kind: Kind, id: string): number | undefined {
    const [, type, number] = /^(\w+):([1-9]\d{0,9})$/.exec(Buffer.from(id, 'base64').toString()) ?? [];
    const index = Number(number) - 1;
    return type === ID_TYPES[kind] && idOf(kind, index) === id ? index : undefined;
}
