// Written by `npm run gen` from packages/contracts. Do not edit.
import type { ConnectionKey, Patchbay } from '@patchbay/node';

type Example = (patchbay: Patchbay, connection: ConnectionKey) => Promise<unknown>;

/** A call of each unified endpoint, by the id of its contract. */
export const unifiedExamples = {
    createAccount: (patchbay, connection) =>
        patchbay.accounting.accounts.create(connection, {
            name: 'Ingredients',
            account_type: 'Cost of Goods Sold',
            acct_num: '6010'
        }),
    createBill: (patchbay, connection) =>
        patchbay.accounting.bills.create(connection, {
            vendor_id: '41',
            currency: 'EUR',
            txn_date: '2026-01-08',
            line: [{
                amount: 372.6,
                account_id: '7',
                description: 'Flour T65, 25 kg'
            }]
        }),
    createBillPayment: (patchbay, connection) =>
        patchbay.accounting.billPayments.create(connection, {
            vendor_id: '41',
            pay_type: 'Check',
            bank_account_id: '35',
            total_amount: 372.6,
            lines: [{
                amount: 372.6,
                linked_txn: [{ txn_id: '146', txn_type: 'Bill' }]
            }]
        }),
    createCandidate: (patchbay, connection) =>
        patchbay.ats.candidates.create(connection, {
            created_by: 'dXNyOjEy',
            first_name: 'Tomás',
            last_name: 'Rivera',
            emails: [{ email_address: 'tomas.rivera@example.com', is_primary: true }],
            company: 'Lumen Freight',
            title: 'Software engineer',
            location: 'Lyon'
        }),
    createCandidateNote: (patchbay, connection) =>
        patchbay.ats.candidates.addNote(connection, {
            candidate_id: 'Y2FuZDo0NzEx',
            user_id: 'dXNyOjEy',
            body: 'Prefers to be called in the afternoon.',
            visibility: 'private'
        }),
    createCreditMemo: (patchbay, connection) =>
        patchbay.accounting.creditMemos.create(connection, {
            customer_ref: { value: '58' },
            line: [{
                detail_type: 'SalesItemLineDetail',
                amount_cents: 12840,
                quantity: 20,
                unit_price_cents: 642,
                sales_item_line_detail: { item_ref: { value: '27' } }
            }],
            private_note: 'Delivered a day late'
        }),
    createCustomer: (patchbay, connection) =>
        patchbay.accounting.customers.create(connection, {
            display_name: 'Café du Port',
            given_name: 'Solène',
            family_name: 'Garnier',
            primary_email: 'accounts@example.com',
            bill_address: {
                line1: '12 Quai des Brumes',
                city: 'Nantes',
                postal_code: '44000',
                country: 'FR'
            }
        }),
    createDeposit: (patchbay, connection) =>
        patchbay.accounting.deposits.create(connection, {
            account_id: '35',
            txn_date: '2026-01-19',
            lines: [{
                amount: 128.4,
                deposit_account_id: '79',
                description: 'Takings of the market stall'
            }]
        }),
    createInvoice: (patchbay, connection) =>
        patchbay.accounting.invoices.create(connection, {
            customer_ref: { value: '58' },
            due_date: '2026-02-04',
            line: [{
                detail_type: 'SalesItemLineDetail',
                amount_cents: 12840,
                quantity: 20,
                unit_price_cents: 642,
                sales_item_line_detail: { item_ref: { value: '27' } }
            }]
        }),
    createItem: (patchbay, connection) =>
        patchbay.accounting.items.create(connection, {
            name: 'Sourdough, 1 kg',
            sku: 'SD-1000',
            type: 'NonInventory',
            unit_price_cents: 640,
            income_account_ref: { value: '79' }
        }),
    createJournalEntry: (patchbay, connection) =>
        patchbay.accounting.journalEntries.create(connection, {
            date: '2026-01-31',
            note: 'Stock taken at the end of January',
            line_items: [{
                amount: 120.5,
                journal_entry_line_detail: { posting_type: 'Debit', account_ref: { value: '7' } }
            }, {
                amount: 120.5,
                journal_entry_line_detail: { posting_type: 'Credit', account_ref: { value: '33' } }
            }]
        }),
    createPayment: (patchbay, connection) =>
        patchbay.accounting.payments.create(connection, {
            total_amount_cents: 12840,
            customer_ref: { value: '58' },
            lines: [{
                amount_cents: 12840,
                linked_txn: [{ txn_id: '130', txn_type: 'Invoice' }]
            }]
        }),
    createPurchase: (patchbay, connection) =>
        patchbay.accounting.purchases.create(connection, {
            account_id: '35',
            payment_type: 'Cash',
            txn_date: '2026-01-14',
            lines: [{ amount: 24.9, account_id: '7', description: 'Yeast' }]
        }),
    createPurchaseOrder: (patchbay, connection) =>
        patchbay.accounting.purchaseOrders.create(connection, {
            vendor_ref: { value: '41' },
            memo: 'Deliver before 6 in the morning',
            line: [{
                amount_cents: 37260,
                detail_type: 'ItemBasedExpenseLineDetail',
                item_based_expense_line_detail: { item_ref: { value: '19' }, qty: 12, unit_price_cents: 3105 }
            }]
        }),
    createTransfer: (patchbay, connection) =>
        patchbay.accounting.transfers.create(connection, {
            from_account_id: '35',
            to_account_id: '36',
            amount: 2500,
            txn_date: '2026-01-20'
        }),
    deleteAccount: (patchbay, connection) =>
        patchbay.accounting.accounts.delete(connection, { id: '7', sync_token: '2' }),
    deleteBill: (patchbay, connection) =>
        patchbay.accounting.bills.delete(connection, { id: '146', sync_token: '2' }),
    deleteBillPayment: (patchbay, connection) =>
        patchbay.accounting.billPayments.delete(connection, { id: '150', sync_token: '2' }),
    deleteCreditMemo: (patchbay, connection) =>
        patchbay.accounting.creditMemos.delete(connection, { id: '131', sync_token: '2' }),
    deleteCustomer: (patchbay, connection) =>
        patchbay.accounting.customers.delete(connection, { id: '58', sync_token: '2' }),
    deleteDeposit: (patchbay, connection) =>
        patchbay.accounting.deposits.delete(connection, { id: '212', sync_token: '2' }),
    deleteInvoice: (patchbay, connection) =>
        patchbay.accounting.invoices.delete(connection, { id: '130', sync_token: '2' }),
    deleteItem: (patchbay, connection) =>
        patchbay.accounting.items.delete(connection, { id: '27', sync_token: '2' }),
    deleteJournalEntry: (patchbay, connection) =>
        patchbay.accounting.journalEntries.delete(connection, { id: '301', sync_token: '2' }),
    deletePayment: (patchbay, connection) =>
        patchbay.accounting.payments.delete(connection, { id: '140', sync_token: '2' }),
    deletePurchase: (patchbay, connection) =>
        patchbay.accounting.purchases.delete(connection, { id: '188', sync_token: '2' }),
    deletePurchaseOrder: (patchbay, connection) =>
        patchbay.accounting.purchaseOrders.delete(connection, { id: '257', sync_token: '2' }),
    deleteTransfer: (patchbay, connection) =>
        patchbay.accounting.transfers.delete(connection, { id: '340', sync_token: '2' }),
    getAccount: (patchbay, connection) =>
        patchbay.accounting.accounts.get(connection, '7', { live: true }),
    getApplication: (patchbay, connection) =>
        patchbay.ats.applications.get(connection, 'YXBwOjgxNQ'),
    getBill: (patchbay, connection) =>
        patchbay.accounting.bills.get(connection, '146', { live: true }),
    getBillPayment: (patchbay, connection) =>
        patchbay.accounting.billPayments.get(connection, '150', { live: true }),
    getCandidate: (patchbay, connection) =>
        patchbay.ats.candidates.get(connection, 'Y2FuZDo0NzEx', { live: true }),
    getCreditMemo: (patchbay, connection) =>
        patchbay.accounting.creditMemos.get(connection, '131', { live: true }),
    getCustomer: (patchbay, connection) =>
        patchbay.accounting.customers.get(connection, '58', { live: true }),
    getDeposit: (patchbay, connection) =>
        patchbay.accounting.deposits.get(connection, '212', { live: true }),
    getInvoice: (patchbay, connection) =>
        patchbay.accounting.invoices.get(connection, '130', { live: true }),
    getItem: (patchbay, connection) =>
        patchbay.accounting.items.get(connection, '27', { live: true }),
    getJob: (patchbay, connection) =>
        patchbay.ats.jobs.get(connection, 'am9iOjMx'),
    getJobPost: (patchbay, connection) =>
        patchbay.ats.jobPosts.get(connection, 'cG9zdDo3'),
    getJobStage: (patchbay, connection) =>
        patchbay.ats.jobStages.get(connection, 'c3RnOjM'),
    getJournalEntry: (patchbay, connection) =>
        patchbay.accounting.journalEntries.get(connection, '301', { live: true }),
    getLocation: (patchbay, connection) =>
        patchbay.ats.locations.get(connection, 'b2ZmOjQ'),
    getPayment: (patchbay, connection) =>
        patchbay.accounting.payments.get(connection, '140', { live: true }),
    getPurchase: (patchbay, connection) =>
        patchbay.accounting.purchases.get(connection, '188', { live: true }),
    getPurchaseOrder: (patchbay, connection) =>
        patchbay.accounting.purchaseOrders.get(connection, '257', { live: true }),
    getTransfer: (patchbay, connection) =>
        patchbay.accounting.transfers.get(connection, '340', { live: true }),
    getUser: (patchbay, connection) =>
        patchbay.ats.users.get(connection, 'dXNyOjEy'),
    listAccounts: (patchbay, connection) =>
        patchbay.accounting.accounts.list(connection, { limit: 100 }),
    listApplications: (patchbay, connection) =>
        patchbay.ats.applications.list(connection, { limit: 100 }),
    listBillPayments: (patchbay, connection) =>
        patchbay.accounting.billPayments.list(connection, { limit: 100 }),
    listBills: (patchbay, connection) =>
        patchbay.accounting.bills.list(connection, { limit: 100 }),
    listCandidateNotes: (patchbay, connection) =>
        patchbay.ats.notes.list(connection, 'Y2FuZDo0NzEx'),
    listCandidates: (patchbay, connection) =>
        patchbay.ats.candidates.list(connection, { limit: 100 }),
    listCreditMemos: (patchbay, connection) =>
        patchbay.accounting.creditMemos.list(connection, { limit: 100 }),
    listCustomers: (patchbay, connection) =>
        patchbay.accounting.customers.list(connection, { limit: 100 }),
    listDeposits: (patchbay, connection) =>
        patchbay.accounting.deposits.list(connection, { limit: 100 }),
    listInvoices: (patchbay, connection) =>
        patchbay.accounting.invoices.list(connection, { limit: 100 }),
    listItems: (patchbay, connection) =>
        patchbay.accounting.items.list(connection, { limit: 100 }),
    listJobPosts: (patchbay, connection) =>
        patchbay.ats.jobPosts.list(connection, { limit: 100 }),
    listJobStages: (patchbay, connection) =>
        patchbay.ats.jobStages.list(connection, { limit: 100 }),
    listJobs: (patchbay, connection) =>
        patchbay.ats.jobs.list(connection, { limit: 100 }),
    listJournalEntries: (patchbay, connection) =>
        patchbay.accounting.journalEntries.list(connection, { limit: 100 }),
    listLocations: (patchbay, connection) =>
        patchbay.ats.locations.list(connection, { limit: 100 }),
    listPayments: (patchbay, connection) =>
        patchbay.accounting.payments.list(connection, { limit: 100 }),
    listPurchaseOrders: (patchbay, connection) =>
        patchbay.accounting.purchaseOrders.list(connection, { limit: 100 }),
    listPurchases: (patchbay, connection) =>
        patchbay.accounting.purchases.list(connection, { limit: 100 }),
    listTransfers: (patchbay, connection) =>
        patchbay.accounting.transfers.list(connection, { limit: 100 }),
    listUsers: (patchbay, connection) =>
        patchbay.ats.users.list(connection, { limit: 100 }),
    sendInvoice: (patchbay, connection) =>
        patchbay.accounting.invoices.send(connection, { id: '130', send_to: 'accounts@example.com' }),
    updateAccount: (patchbay, connection) =>
        patchbay.accounting.accounts.update(connection, {
            id: '7',
            sync_token: '2',
            description: 'Flour, butter and the like'
        }),
    updateApplication: (patchbay, connection) =>
        patchbay.ats.applications.update(connection, 'YXBwOjgxNQ', { source_id: 'c3JjOjk' }),
    updateBill: (patchbay, connection) =>
        patchbay.accounting.bills.update(connection, { id: '146', sync_token: '2', due_date: '2026-02-14' }),
    updateCreditMemo: (patchbay, connection) =>
        patchbay.accounting.creditMemos.update(connection, {
            id: '131',
            sync_token: '2',
            private_note: 'Delivered two days late'
        }),
    updateCustomer: (patchbay, connection) =>
        patchbay.accounting.customers.update(connection, {
            id: '58',
            sync_token: '2',
            primary_email: 'billing@example.com'
        }),
    updateDeposit: (patchbay, connection) =>
        patchbay.accounting.deposits.update(connection, { id: '212', sync_token: '2', private_note: 'Counted twice' }),
    updateInvoice: (patchbay, connection) =>
        patchbay.accounting.invoices.update(connection, { id: '130', sync_token: '2', due_date: '2026-02-18' }),
    updateItem: (patchbay, connection) =>
        patchbay.accounting.items.update(connection, { id: '27', sync_token: '2', unit_price_cents: 660 }),
    updateJournalEntry: (patchbay, connection) =>
        patchbay.accounting.journalEntries.update(connection, {
            id: '301',
            sync_token: '2',
            note: 'Stock taken on 31 January'
        }),
    updatePayment: (patchbay, connection) =>
        patchbay.accounting.payments.update(connection, { id: '140', sync_token: '2', payment_ref_num: 'TR-7781' }),
    updatePurchaseOrder: (patchbay, connection) =>
        patchbay.accounting.purchaseOrders.update(connection, { id: '257', sync_token: '2', po_status: 'Closed' }),
    uploadResume: (patchbay, connection) =>
        patchbay.ats.candidates.uploadResume(connection, {
            candidate_id: 'Y2FuZDo0NzEx',
            user_id: 'dXNyOjEy',
            filename: 'tomas-rivera.pdf',
            file: new Blob(['%PDF-1.7'], { type: 'application/pdf' })
        }),
    voidBillPayment: (patchbay, connection) =>
        patchbay.accounting.billPayments.void(connection, { id: '150', sync_token: '2' }),
    voidInvoice: (patchbay, connection) =>
        patchbay.accounting.invoices.void(connection, { id: '130', sync_token: '2' }),
    voidPayment: (patchbay, connection) =>
        patchbay.accounting.payments.void(connection, { id: '140', sync_token: '2' })
} satisfies Record<string, Example>;
