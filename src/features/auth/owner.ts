/** Whose book it is: person, family, role, and in whose hands. Undefined for anything but a user. */
export function ownerOf(user: unknown): string | undefined {
  if (typeof user !== 'object' || user === null || !('id' in user)) return undefined;
  const { id, familyId, role, childId, handedOver } = user as Record<string, unknown>;
  return JSON.stringify([id, familyId, role, childId, handedOver]);
}
