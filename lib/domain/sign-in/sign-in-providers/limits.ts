export const maxProviders = 20

export const providerLengths = {
  id: { min: 1, max: 32 },
  label: { min: 1, max: 60 },
  issuer: { min: 1, max: 512 },
  clientId: { min: 1, max: 512 },
  secret: { min: 1, max: 1_024 },
  claim: { min: 1, max: 256 },
} as const
