/** Texts of the screens of integrations. */

export const addIntegration = 'Add an integration';
export const addModel = 'Add a model';
export const anotherDocumentOf = (id: string): string => `Another document of ${id}`;
export const askSwitchOff = (name: string): string => `Refuse every call of ${name}?`;
export const bodyOfAnswer = 'Body of the answer';
export const call = 'Call';
export const callIt = 'Call it';
export const headersOfAnswer = 'Headers of the answer';
export const howItIsReached = 'How it is reached';
export const integrationIsAdded = 'The integration is added';
export const itAnswered = 'It answered';
export const model = 'Model';
export const modelHelp = 'Its title and version, such as self:1.';
export const modelIsAdded = 'The model is added';
export const modelIsReplaced = 'The model is replaced';
export const models = 'Models';
export const noIntegrations = 'Add a model first: the OpenAPI document of the other system.';
export const noModels = 'A model says what another system can do.';
export const noOperationMatches = 'No operation of the model matches.';
export const notLookedAtYet = 'not looked at yet';
export const openapiDocument = 'OpenAPI document';
export const operationPathOrWords = 'Operation, path or words';
export const parameters = 'Parameters';
export const partsOfIntegrations = 'Parts of integrations';
export const properties = 'Properties';
export const replace = 'Replace';
