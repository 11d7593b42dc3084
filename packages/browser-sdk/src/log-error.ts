/** One line in the console for the developer who embeds the Connect UI. @returns it */
export function logError(error: unknown): string {
    // Anything may be thrown; an error of another frame is no instance of this one's Error.
    const message = (error as Error | undefined)?.message ?? String(error);
    console.error(`[patchbay] ${message}`);
    return message;
}
