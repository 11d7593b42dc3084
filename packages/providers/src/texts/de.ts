// Sie. Menu names stay as the vendors write them.
export const texts: Readonly<Record<string, string>> = {
    'API key': 'API-Schlüssel',
    'Application secret': 'Anwendungsgeheimnis (Application secret)',
    'Base URL': 'Basis-URL',
    'Client ID': 'Client ID',
    'Client secret': 'Client secret',
    'Data region': 'Datenregion',
    Password: 'Passwort',
    Scopes: 'Berechtigungen (Scopes)',
    'Secret or restricted key': 'Geheimer oder eingeschränkter Schlüssel (Secret key, Restricted key)',
    'Shareable access key': 'Teilbarer Zugriffsschlüssel (Shareable access key)',
    'Store name': 'Name des Shops',
    Subdomain: 'Subdomain',
    Token: 'Token',
    'User ID': 'Konto-ID (User ID)',
    Username: 'Benutzername',
    Workspace: 'Workspace',
    Europe: 'Europa',
    Australia: 'Australien',
    'United States': 'Vereinigte Staaten',

    'Any name will do here.': 'Hier genügt ein beliebiger Name.',
    'Listed beside the keys.': 'Steht neben den Schlüsseln.',
    'Only for a shareable access key. Leave it empty with a team key.':
        'Nur bei einem teilbaren Zugriffsschlüssel (Shareable access key). Bei einem Team-Schlüssel (Team key) leer lassen.',
    'Separated by spaces.': 'Durch Leerzeichen getrennt.',
    'The first part of the address that ends in myshopify.com.': 'Der erste Teil der Adresse, die auf myshopify.com endet.',
    'The first part of your Zendesk address.': 'Der erste Teil Ihrer Zendesk-Adresse.',
    'Where Intercom hosts your workspace.': 'Wo Intercom Ihren Workspace betreibt.',
    'Where the API is reached, without the last slash.': 'Die Adresse der API, ohne den letzten Schrägstrich.',
    'The Greenhouse user to act as. Leave it empty unless you were given one.':
        'Das Greenhouse-Konto, in dessen Namen gehandelt wird. Leer lassen, wenn Sie keine ID erhalten haben.',
    'Your account settings list the API keys.': 'Die API-Schlüssel stehen in den Einstellungen Ihres Kontos.',

    'In Ashby, go to “Admin → Integrations → API Keys”.': 'Öffnen Sie in Ashby „Admin → Integrations → API Keys“.',
    'Click “New”, name the key, tick the permissions it needs, and click “Save and Continue”.':
        'Klicken Sie auf „New“, benennen Sie den Schlüssel, wählen Sie die nötigen Berechtigungen und klicken Sie auf „Save and Continue“.',
    'Copy the key and paste it here. It is shown only once.':
        'Kopieren Sie den Schlüssel und fügen Sie ihn hier ein. Er wird nur einmal angezeigt.',
    'As a Gem admin, click your profile at the bottom left and go to “Admin Settings → Integrations”.':
        'Klicken Sie als Gem-Admin unten links auf Ihr Profil und öffnen Sie „Admin Settings → Integrations“.',
    'Under “Third party applications”, click “Add integration” and choose the product that asks for the key.':
        'Klicken Sie unter „Third party applications“ auf „Add integration“ und wählen Sie das Produkt, das den Schlüssel verlangt.',
    'Copy the “Shareable access key” and paste it here.': 'Kopieren Sie den „Shareable access key“ und fügen Sie ihn hier ein.',
    'In Greenhouse, go to “Configure → Dev Center → API Credential Management”. Needs the role “Site Admin”.':
        'Öffnen Sie in Greenhouse „Configure → Dev Center → API Credential Management“. Dafür ist die Rolle „Site Admin“ nötig.',
    'Click “Create new API credentials”, choose the API type “Harvest v3 (OAuth)”, and click “View and store credentials”.':
        'Klicken Sie auf „Create new API credentials“, wählen Sie den API-Typ „Harvest v3 (OAuth)“ und klicken Sie auf „View and store credentials“.',
    'Copy the “Client ID” and the “Client Secret” and paste them here. The secret is shown only once.':
        'Kopieren Sie „Client ID“ und „Client Secret“ und fügen Sie beide hier ein. Das Geheimnis wird nur einmal angezeigt.',
    'Click “I have stored the client credentials”, tick the permissions they need, and click “Save”.':
        'Klicken Sie auf „I have stored the client credentials“, wählen Sie die nötigen Berechtigungen und klicken Sie auf „Save“.',
    'In Lever, go to “Settings → Integrations and API → API Credentials”. Needs the role “Super Admin”.':
        'Öffnen Sie in Lever „Settings → Integrations and API → API Credentials“. Dafür ist die Rolle „Super Admin“ nötig.',
    'Click “Generate New Key”, name the key, and tick the permissions it needs.':
        'Klicken Sie auf „Generate New Key“, benennen Sie den Schlüssel und wählen Sie die nötigen Berechtigungen.',
    'Go to platform.openai.com/api-keys and sign in to OpenAI.':
        'Öffnen Sie platform.openai.com/api-keys und melden Sie sich bei OpenAI an.',
    'Click “Create new secret key”, name the key, and choose its permissions.':
        'Klicken Sie auf „Create new secret key“, benennen Sie den Schlüssel und wählen Sie seine Berechtigungen.',
    'In the Stripe Dashboard, go to “Developers → API keys”. Needs the role “Administrator” or “Developer”.':
        'Öffnen Sie im Stripe-Dashboard „Developers → API keys“. Dafür ist die Rolle „Administrator“ oder „Developer“ nötig.',
    'Click “Create restricted key”, name the key, and choose the permissions it needs.':
        'Klicken Sie auf „Create restricted key“, benennen Sie den Schlüssel und wählen Sie die nötigen Berechtigungen.',
    'In Shopify, go to “Settings → Domains”.': 'Öffnen Sie in Shopify „Settings → Domains“.',
    'Copy the address that ends in myshopify.com and paste it here. Only its first part is kept.':
        'Kopieren Sie die Adresse, die auf myshopify.com endet, und fügen Sie sie hier ein. Nur ihr erster Teil bleibt stehen.',
    'Sign in to Zendesk and copy the address of the page, such as https://acme.zendesk.com/agent.':
        'Melden Sie sich bei Zendesk an und kopieren Sie die Adresse der Seite, zum Beispiel https://acme.zendesk.com/agent.',
    'Paste it here. Only its first part is kept.': 'Fügen Sie sie hier ein. Nur ihr erster Teil bleibt stehen.',
    'Sign in to Intercom and look at the address of the page.':
        'Melden Sie sich bei Intercom an und sehen Sie sich die Adresse der Seite an.',
    'If it begins with app.eu.intercom.com, choose Europe. If it begins with app.au.intercom.com, choose Australia.':
        'Beginnt sie mit app.eu.intercom.com, wählen Sie Europa. Beginnt sie mit app.au.intercom.com, wählen Sie Australien.',
    'Otherwise, leave United States.': 'Lassen Sie sonst Vereinigte Staaten stehen.',

    'Comment on issues': 'Vorgänge kommentieren',
    'Create and change contacts': 'Kontakte anlegen und ändern',
    'Create and change issues and projects': 'Vorgänge und Projekte anlegen und ändern',
    'Create and change products': 'Produkte anlegen und ändern',
    'Create and change tickets and users': 'Tickets und Konten anlegen und ändern',
    'Create issues': 'Vorgänge anlegen',
    'Keep access while you are away': 'Zugriff behalten, auch wenn Sie nicht da sind',
    'Know which Google account you use': 'Wissen, welches Google-Konto Sie verwenden',
    'Know which HubSpot account you use': 'Wissen, welches HubSpot-Konto Sie verwenden',
    'Know which Microsoft account you use': 'Wissen, welches Microsoft-Konto Sie verwenden',
    'Know which Salesforce account you use': 'Wissen, welches Salesforce-Konto Sie verwenden',
    'Know which Xero account you use': 'Wissen, welches Xero-Konto Sie verwenden',
    'Know which account you use': 'Wissen, welches Konto Sie verwenden',
    'Post messages': 'Nachrichten schreiben',
    'Read and change contacts': 'Kontakte lesen und ändern',
    'Read and change invoices, bills and purchase orders': 'Rechnungen, Eingangsrechnungen und Bestellungen lesen und ändern',
    'Read and change manual journals': 'Manuelle Buchungen lesen und ändern',
    'Read and change payments': 'Zahlungen lesen und ändern',
    'Read and change settings such as accounts and tax rates': 'Einstellungen wie Konten und Steuersätze lesen und ändern',
    'Read and change the data that you can see': 'Die für Sie sichtbaren Daten lesen und ändern',
    'Read and change your calendars': 'Ihre Kalender lesen und ändern',
    'Read and change your files': 'Ihre Dateien lesen und ändern',
    'Read and change your spreadsheets': 'Ihre Tabellen lesen und ändern',
    'Read and write accounting data': 'Buchhaltungsdaten lesen und schreiben',
    'Read and write your repositories, private ones too': 'Ihre Repositorys lesen und schreiben, auch private',
    'Read candidates and their applications': 'Bewerbungen und Angaben zu den Bewerbenden lesen',
    'Read companies': 'Unternehmen lesen',
    'Read contacts': 'Kontakte lesen',
    'Read customers': 'Kundendaten lesen',
    'Read deals': 'Deals lesen',
    'Read job postings': 'Stellenanzeigen lesen',
    'Read orders of the last 60 days': 'Bestellungen der letzten 60 Tage lesen',
    'Read products': 'Produkte lesen',
    'Read the people in your Lever account': 'Die Personen in Ihrem Lever-Konto lesen',
    "Read the workspace's name and domain": 'Name und Domain des Workspace lesen',
    'Read tickets, users and settings': 'Tickets, Konten und Einstellungen lesen',
    'Read your calendars': 'Ihre Kalender lesen',
    'Read your e-mail addresses': 'Ihre E-Mail-Adressen lesen',
    'Read your e-mail': 'Ihre E-Mails lesen',
    'Read your files in Drive': 'Ihre Dateien in Drive lesen',
    'Read your files': 'Ihre Dateien lesen',
    'Read your issues and projects': 'Ihre Vorgänge und Projekte lesen',
    'Read your organisations and teams': 'Ihre Organisationen und Teams lesen',
    'Read your profile': 'Ihr Profil lesen',
    'See the people in the workspace': 'Die Personen im Workspace sehen',
    'See the public channels': 'Die öffentlichen Kanäle sehen',
    'See your e-mail address': 'Ihre E-Mail-Adresse sehen',
    'See your name and picture': 'Ihren Namen und Ihr Bild sehen',
    'See your name': 'Ihren Namen sehen',
    'Send e-mail in your name': 'E-Mails in Ihrem Namen senden',
    'Take payments': 'Zahlungen entgegennehmen',

    Accounting: 'Buchhaltung',
    AI: 'KI',
    Communication: 'Kommunikation',
    CRM: 'CRM',
    'Customer support': 'Kundendienst',
    'Developer tools': 'Entwicklungswerkzeuge',
    'File storage': 'Dateiablage',
    Marketing: 'Marketing',
    'Online shops': 'Onlineshops',
    Payments: 'Zahlungen',
    Productivity: 'Produktivität',
    Recruiting: 'Recruiting',
    'Tickets and tasks': 'Tickets und Aufgaben'
};
