import type { z } from 'zod';
import type { CreateCustomer, Customer, UpdateCustomer } from '../models/customer.ts';
import { fromAddress, fromRef, fromText, toAddress, toCents, toRecord, toRef, type VendorBody } from './convert.ts';
import type { customerGuard } from './guards.ts';

export function toCustomer(customer: z.output<typeof customerGuard>): z.input<typeof Customer> {
    const balance = toCents(customer.Balance) ?? 0;
    return {
        ...toRecord(customer),
        given_name: customer.GivenName ?? null,
        middle_name: customer.MiddleName ?? null,
        family_name: customer.FamilyName ?? null,
        display_name: customer.DisplayName ?? null,
        company_name: customer.CompanyName ?? null,
        fully_qualified_name: customer.FullyQualifiedName ?? null,
        title: customer.Title ?? null,
        suffix: customer.Suffix ?? null,
        active: customer.Active ?? true,
        balance_cents: balance,
        balance_with_jobs_cents: toCents(customer.BalanceWithJobs) ?? balance,
        taxable: customer.Taxable ?? null,
        primary_email: customer.PrimaryEmailAddr?.Address ?? null,
        primary_phone: customer.PrimaryPhone?.FreeFormNumber ?? null,
        mobile: customer.Mobile?.FreeFormNumber ?? null,
        website: customer.WebAddr?.URI ?? null,
        notes: customer.Notes ?? null,
        bill_address: toAddress(customer.BillAddr),
        ship_address: toAddress(customer.ShipAddr),
        parent_ref: toRef(customer.ParentRef),
        job: customer.Job ?? false,
        is_project: customer.IsProject ?? false,
        level: Number(customer.Level ?? 0),
        payment_method_ref: toRef(customer.PaymentMethodRef),
        sales_term_ref: toRef(customer.SalesTermRef),
        preferred_delivery_method: customer.PreferredDeliveryMethod ?? null
    };
}

type Input = z.output<typeof CreateCustomer> | z.output<typeof UpdateCustomer>;

export const fromCustomer = (input: Input): VendorBody => ({
    DisplayName: input.display_name,
    Title: input.title,
    GivenName: input.given_name,
    MiddleName: input.middle_name,
    FamilyName: input.family_name,
    Suffix: input.suffix,
    CompanyName: input.company_name,
    Notes: input.notes,
    PrimaryEmailAddr: fromText('Address', input.primary_email),
    PrimaryPhone: fromText('FreeFormNumber', input.primary_phone),
    Mobile: fromText('FreeFormNumber', input.mobile),
    WebAddr: fromText('URI', input.website),
    BillAddr: fromAddress(input.bill_address),
    ShipAddr: fromAddress(input.ship_address),
    Taxable: input.taxable,
    ParentRef: fromRef(input.parent_ref),
    Job: input.parent_ref ? true : undefined,
    CurrencyRef: fromRef(input.currency_ref),
    PaymentMethodRef: fromRef(input.payment_method_ref),
    SalesTermRef: fromRef(input.sales_term_ref),
    PreferredDeliveryMethod: input.preferred_delivery_method,
    Active: 'active' in input ? input.active : undefined
});
