import { given, textParam } from '../../parts/search-params.ts';

/** What is checked is in the address. */
export interface DoctorSearch {
    integration?: string;
    origin?: string;
}

export function doctorSearch({ integration, origin }: Record<string, unknown>): DoctorSearch {
    return given({ integration: textParam(integration), origin: textParam(origin) });
}
