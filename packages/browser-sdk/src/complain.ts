/** One line in the console for whoever embeds the Connect UI. @returns it */
export function complain(error: unknown): string {
    const message = (error as Error | undefined)?.message ?? String(error);
    console.error(`[patchbay] ${message}`);
    return message;
}
