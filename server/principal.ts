// Who is asking, as the edge found out from the token, the session row and the user row of this very request.

export type Principal = {
  readonly userId: number;
  readonly username: string;
  readonly email: string;
  readonly role: "learner" | "admin";
  readonly sessionId: string;
};
