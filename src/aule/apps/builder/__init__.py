"""The builder: workflows edited step by step and by chat, brought along from other programs, and written for them."""
