/** Where the server serves a logo. */
export function logoPath(id: string): string {
    return `/logos/${id}`;
}
