/** What is checked is in the address. */
export interface DoctorSearch {
    integration?: string;
    origin?: string;
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

export function doctorSearch({ integration, origin }: Record<string, unknown>): DoctorSearch {
    const given = { integration: text(integration), origin: text(origin) };
    return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
