import { Schema } from 'mongoose';
import { type StoredPlan } from './mcp-plan.js';

/** Name under which the model is registered and injected. */
export const MCP_PLAN_MODEL = 'McpPlan';

export const mcpPlanSchema = new Schema<StoredPlan>(
  {
    _id: { type: String, required: true },
    account: { type: String, required: true },
    sealed: { type: String, required: true },
    code: { type: String, required: true },
    expires: { type: Date, required: true },
  } satisfies Record<keyof StoredPlan, unknown>,
  { collection: 'mcp_plans', strict: 'throw', versionKey: false },
);

// The sweep of plans whose time is over.
mcpPlanSchema.index({ expires: 1 });
