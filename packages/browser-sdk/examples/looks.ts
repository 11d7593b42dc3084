// README: begin
import { openConnectUI } from '@patchbay/connect';
import type { Appearance } from '@patchbay/connect';

const appearance: Appearance = {
    variables: { colorPrimary: '#4f46e5', fontFamily: 'Inter, sans-serif', borderRadius: 4 },
    dark: { colorPrimary: '#a5b4fc' },
    text: { 'list.title': 'Where are your contacts?' },
    texts: { de: { 'list.title': 'Wo sind Ihre Kontakte?' } }
};

export function connect(sessionToken: string): void {
    openConnectUI({ connectUrl: 'https://connect.example.com', sessionToken, appearance });
}
// README: end
