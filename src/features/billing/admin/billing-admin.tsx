import { PageFrame } from '../../../ui/page-frame.tsx'
import { AdjustPanel } from './adjust-panel.tsx'
import { PromoCodesPanel } from './promo-codes-panel.tsx'
import { PurchasesPanel } from './purchases-panel.tsx'
import { SummaryPanels } from './summary-panels.tsx'

/** Payments and credits of the whole instance. */
export const BillingAdmin = () => (
  <PageFrame
    wideSide
    side={
      <>
        <PromoCodesPanel />
        <AdjustPanel />
      </>
    }
  >
    <SummaryPanels />
    <PurchasesPanel />
  </PageFrame>
)
