/** How long a server may work on an attempt before others treat it as abandoned. */
export const workLeaseMs = 60_000;
